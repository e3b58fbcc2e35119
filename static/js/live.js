// Fills itself in later.
