"""The league's figures in SQL tables. See README.md."""
