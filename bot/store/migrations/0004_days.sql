-- Games over days: until when a play may take, and what was credited. due_at keeps what the clock does beside deadlines.
ALTER TABLE tables ADD COLUMN deadline_at INTEGER;
ALTER TABLE tables ADD COLUMN wait_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN credited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN held_at INTEGER;
UPDATE tables SET wait_since = changed_at;

CREATE INDEX tables_deadline ON tables (deadline_at) WHERE deadline_at IS NOT NULL;

-- Plays laid down before their turn. Cards of a hand: this leaves the program in no export but its person's own.
CREATE TABLE queue (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    seat        INTEGER NOT NULL,
    rank        INTEGER NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key),
    hand        INTEGER NOT NULL,
    nth         INTEGER NOT NULL,
    condition   TEXT NOT NULL CHECK (condition IN ('any', 'lead', 'follow')),
    cards       TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, rank)
) STRICT, WITHOUT ROWID;

-- When the bot, a shard, a server or a thread could not be reached; `scope` is `all`, `guild` or `table`, `id` of which.
CREATE TABLE outages (
    id          INTEGER PRIMARY KEY,
    scope       TEXT NOT NULL CHECK (scope IN ('all', 'guild', 'table')),
    of          INTEGER NOT NULL DEFAULT 0,
    since       INTEGER NOT NULL,
    until       INTEGER NOT NULL
) STRICT;
