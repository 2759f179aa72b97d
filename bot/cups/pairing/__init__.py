"""Pairing: who meets whom in the next round, one module a format.

Pure functions: the caller brings what is known of the entrants, and may run them in a thread.
"""
