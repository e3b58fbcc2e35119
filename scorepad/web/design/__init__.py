"""The page of the design, for those who change how pages look."""
