"""What people read, in their own language. See README.md."""
