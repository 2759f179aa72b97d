"""A table before it starts: its card, invitations, and tables to find."""
