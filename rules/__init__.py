"""The rules of the games, as values and functions.

Nothing here uses Discord, storage, a clock or randomness, or contains a sentence for people.
"""
