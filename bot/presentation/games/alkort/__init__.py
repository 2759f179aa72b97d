"""The looks of Alkort.

Its rules stand in `rules.alkort`, its sentences in the catalogues.
"""
