"""The design page, for developers who change how pages look."""
