"""The league's figures, kept in tables; see README.md here."""
