"""Who may enter: links, codes, phones, permissions."""
