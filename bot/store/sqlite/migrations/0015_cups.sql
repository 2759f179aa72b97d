-- Cups. One row a cup, written with every entry of its record. `owed`: by how much its deadlines are still to be moved, in ms,
-- because the tables could not be reached, or the clock was set. No id is used twice: buttons of a removed cup may still exist.
CREATE TABLE cups (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    guild_id    INTEGER NOT NULL,
    channel_id  INTEGER NOT NULL,
    language    TEXT NOT NULL,
    stage       TEXT NOT NULL CHECK (stage IN ('sign-up', 'running', 'ended', 'cancelled')),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    due_at      INTEGER,
    opened_at   INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    owed        INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX cups_guild ON cups (guild_id, id);
CREATE INDEX cups_due ON cups (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX cups_going ON cups (id) WHERE stage IN ('sign-up', 'running');

-- The record of a cup. What an organiser wrote stands apart: it goes with the person whom it is about.
CREATE TABLE cup_actions (
    cup_id      INTEGER NOT NULL REFERENCES cups (id),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    at          INTEGER NOT NULL,
    verb        TEXT NOT NULL,
    body        TEXT NOT NULL,
    reason      TEXT NOT NULL,
    PRIMARY KEY (cup_id, seq)
) STRICT;

CREATE INDEX cup_reasons ON cup_actions (cup_id, seq) WHERE reason <> '';

-- Who has entered which cup.
CREATE TABLE cup_people (
    cup_id      INTEGER NOT NULL REFERENCES cups (id),
    entrant     INTEGER NOT NULL CHECK (entrant >= 0),
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    PRIMARY KEY (cup_id, entrant, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX cup_people_person ON cup_people (person, cup_id);

-- The match of a cup for which a table was opened, and the entry of the cup since which it is played there.
ALTER TABLE tables ADD COLUMN cup_id INTEGER;
ALTER TABLE tables ADD COLUMN match_number INTEGER;
ALTER TABLE tables ADD COLUMN match_since INTEGER;

CREATE UNIQUE INDEX tables_match ON tables (cup_id, match_number, match_since) WHERE cup_id IS NOT NULL;
CREATE INDEX tables_of_cups ON tables (cup_id) WHERE cup_id IS NOT NULL AND stage IN ('lobby', 'playing');
