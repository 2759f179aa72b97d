"""What every process needs: settings, logs, metrics, clocks, tasks.

Nothing here knows Discord, the store or a game.
"""
