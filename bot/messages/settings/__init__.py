"""The settings of a person and of a server."""
