"""The ports with their statements, in SQL that every engine understands.

A module holds the ports of one topic, their statements, and what several of them do in one transaction: functions of
one connection. Parameters are bound by name. `port` runs the statements and commits them in groups, `store` puts
the ports together.
"""
