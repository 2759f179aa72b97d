"""Cups: competitions of many tables.

A cup's record is the list of actions taken in it (`actions`), and its state is the fold of that record (`fold`).
"""
