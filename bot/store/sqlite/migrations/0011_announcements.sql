-- What the operator announces at a table and the bot has not posted there yet. No id is used twice: it is part of the post's name.
CREATE TABLE announcements (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    text        TEXT NOT NULL,
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX announcements_table ON announcements (table_id);

-- A queued play may be meant only for a trick that it takes (`wins`).
CREATE TABLE new_queue (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    seat        INTEGER NOT NULL,
    rank        INTEGER NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key),
    hand        INTEGER NOT NULL,
    nth         INTEGER NOT NULL,
    condition   TEXT NOT NULL CHECK (condition IN ('any', 'wins', 'lead', 'follow')),
    cards       TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, rank)
) STRICT, WITHOUT ROWID;
INSERT INTO new_queue SELECT table_id, seat, rank, person, hand, nth, condition, cards FROM queue;
DROP TABLE queue;
ALTER TABLE new_queue RENAME TO queue;
CREATE INDEX queue_person ON queue (person);
