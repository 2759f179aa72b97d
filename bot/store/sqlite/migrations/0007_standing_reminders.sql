-- The reminders that stand somewhere are found without reading all that was ever shown.
CREATE INDEX shown_reminders ON shown (table_id)
WHERE post >= 'reminder:' AND post < 'reminder;' AND message_id IS NOT NULL AND note IS NOT NULL;
