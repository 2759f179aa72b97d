"""The statements of the ports, in SQL that every engine understands.

Most modules are functions of one connection, named like the methods of the ports, which say what they do. Parameters
are bound by name. `writer` commits their work in groups.
"""
