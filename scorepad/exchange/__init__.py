"""Data that other programs read and write: documents, exports and imports."""
