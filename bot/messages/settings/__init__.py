"""The settings of a person and of a server, and what the organisers of a server see."""
