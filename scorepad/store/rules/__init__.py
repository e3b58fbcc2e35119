"""A club's own rule sets, and drafts of rules that are still being edited."""
