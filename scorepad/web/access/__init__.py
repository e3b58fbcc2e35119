"""Access control: links, codes, phones, tokens."""
