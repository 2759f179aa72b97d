"""When people could not reach their tables: measured, recorded, and credited to their clocks.

Deadlines themselves belong to `bot.tables`.
"""
