"""Lessons: exercises on positions from real play.

The right answers come from the rules and are stored nowhere.
"""
