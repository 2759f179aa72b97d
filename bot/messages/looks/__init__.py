"""The looks of the games: what a picture or a menu of one game alone needs, a module for each.

A game without a module here has plain cards. `bot.messages.kit.game_looks` finds the modules by their games' names.
"""
