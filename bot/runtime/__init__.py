"""The basics of every process: settings, logs, metrics, clocks and supervised tasks.

Nothing here depends on Discord, the store or a game.
"""
