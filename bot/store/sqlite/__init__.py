"""The store in one SQLite file. The only SQL and the only `sqlite3` of the program.

Functions of one connection; `writer` commits them in groups.
"""
