"""What all games share: cards, and the contract that every game meets.

Nothing here belongs to one game alone.
"""
