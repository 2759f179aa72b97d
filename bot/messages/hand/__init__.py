"""The message of a hand, which only its player sees, and what its buttons lead to."""
