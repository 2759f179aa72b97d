"""The looks of Treikort.

Its rules stand in `rules.treikort`, its sentences in the catalogues.
"""
