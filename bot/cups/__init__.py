"""Cups: competitions of many tables.

A cup's record is the list of actions taken in it (`cup_actions`), and its state (`cup`) is the fold of that record
(`fold`).
"""
