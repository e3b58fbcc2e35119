"""What this process knows of its open clubs while phones look at them; see README.md."""
