-- What the operator announces at a table and the bot has not posted there yet. No id is used twice: it is part of the post's name.
CREATE TABLE announcements (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    text        TEXT NOT NULL,
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX announcements_table ON announcements (table_id);
