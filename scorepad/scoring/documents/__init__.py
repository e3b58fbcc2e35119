"""JSON documents: rounds and questions in, answers out. Every error comes with its path."""
