"""Access control: links, codes, phones, permissions."""
