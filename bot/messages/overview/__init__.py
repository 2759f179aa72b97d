"""A person's view of many tables: those that wait for them, those with room, and reminders."""
