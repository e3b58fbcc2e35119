"""A club's file on the disk; see README.md here."""
