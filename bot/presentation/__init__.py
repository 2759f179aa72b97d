"""A table as people see it: scenes, and their layouts, pictures and lessons.

Pure: nothing is sent or stored here, and no rule is worked out here.
"""
