"""Lessons: exercises on positions from real play. Right answers are what the rules say, and are stored nowhere."""
