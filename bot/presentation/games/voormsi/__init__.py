"""The looks of Voormsi.

Its rules stand in `rules.voormsi`, its sentences in the catalogues.
"""
