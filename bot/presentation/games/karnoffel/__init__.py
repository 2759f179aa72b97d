"""The looks of Karnöffel.

Its rules stand in `rules.karnoffel`, its sentences in the catalogues.
"""
