"""The league's tables: rows ranked by a figure, over a range of days."""
