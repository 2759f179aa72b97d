"""Computer players: from what one seat may see to an action.

They know the rules and nothing else.
"""
