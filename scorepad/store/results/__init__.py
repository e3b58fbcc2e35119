"""What the games came to, kept beside them so that a page over many games need not read them all."""
