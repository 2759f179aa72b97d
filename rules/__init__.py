"""The games as values and functions.

No Discord, storage, clock, chance, or sentence for people.
"""
