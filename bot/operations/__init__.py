"""The commands for operators, and the upkeep of a running bot: health, backups, pruning, erasure.

Nothing here is needed to play.
"""
