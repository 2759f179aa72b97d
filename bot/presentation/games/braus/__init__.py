"""The looks of Bräus.

Its rules stand in `rules.braus`, its sentences in the catalogues.
"""
