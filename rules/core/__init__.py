"""The part that all games share: cards, and the interface that every game implements.

Nothing here belongs to one game alone.
"""
