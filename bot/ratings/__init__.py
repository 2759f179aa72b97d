"""Skill and reliability of people, computed from the rubbers that they played.

Pure: no store, no clock, no chance, no Discord.
"""
