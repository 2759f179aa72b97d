"""The store in one SQLite file.

No other package of the program contains SQL or imports `sqlite3`. Most modules are functions of one
connection; `writer` commits their work in groups.
"""
