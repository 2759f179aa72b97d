"""Computer players: they choose a play from what one seat may see.

They depend on the rules and nothing else.
"""
