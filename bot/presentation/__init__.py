"""The messages of a table: scenes, and their layouts, pictures and lessons.

Pure: nothing here sends, stores or applies a rule.
"""
