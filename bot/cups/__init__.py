"""Cups and leagues: competitions of many tables. Of the bot, only what puts it together imports this package.

A cup's record is the list of actions taken in it (`cup_actions`), and its state (`cup`) is the fold of that record
(`fold`).
"""
