"""A table before it starts: its card, its terms, invitations."""
