-- People. Records know only keys; whoever is erased loses the Discord id and the name, and nobody's game breaks.
CREATE TABLE people (
    key         TEXT PRIMARY KEY,
    discord_id  INTEGER UNIQUE,
    met_at      INTEGER NOT NULL
) STRICT;

-- Free text that people write stands apart from everything else.
CREATE TABLE names (
    person      TEXT PRIMARY KEY REFERENCES people (key) ON DELETE CASCADE,
    name        TEXT NOT NULL
) STRICT;

-- One row a table, written with every entry; all but shown_seq can be rebuilt from the record.
CREATE TABLE tables (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    guild_id    INTEGER NOT NULL,
    channel_id  INTEGER NOT NULL,
    language    TEXT NOT NULL,
    stage       TEXT NOT NULL CHECK (stage IN ('lobby', 'playing', 'over', 'closed')),
    game        TEXT NOT NULL,
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    hand        INTEGER NOT NULL,
    turn_seat   INTEGER,
    due_at      INTEGER,
    opened_at   INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    rematch_of  INTEGER REFERENCES tables (id),
    shown_seq   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX tables_open ON tables (guild_id, lower(name)) WHERE stage IN ('lobby', 'playing');
CREATE INDEX tables_running ON tables (id) WHERE stage IN ('lobby', 'playing');
CREATE INDEX tables_name ON tables (guild_id, lower(name), id);
CREATE INDEX tables_channel ON tables (channel_id, id);
CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tables_unshown ON tables (id) WHERE stage IN ('over', 'closed') AND shown_seq < seq;

-- The record: what was done at a table, in order. The truth; all else is a picture of it. Rows lie in the order in
-- which they came (no WITHOUT ROWID), so that a commit of many tables' entries touches few pages.
CREATE TABLE records (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    at          INTEGER NOT NULL,
    verb        TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;

CREATE TABLE seats (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    seat        INTEGER NOT NULL CHECK (seat >= 0),
    holder      TEXT REFERENCES people (key),
    kind        TEXT NOT NULL CHECK (kind IN ('person', 'computer', 'empty')),
    PRIMARY KEY (table_id, seat),
    CHECK ((kind = 'person') = (holder IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_holder ON seats (holder, table_id) WHERE holder IS NOT NULL;

-- What Discord may deliver twice.
CREATE TABLE interactions (
    id          INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL
) STRICT;

CREATE TABLE places (
    table_id            INTEGER PRIMARY KEY REFERENCES tables (id),
    thread_id           INTEGER,
    lobby_message_id    INTEGER
) STRICT;

CREATE INDEX places_thread ON places (thread_id) WHERE thread_id IS NOT NULL;

CREATE TABLE shown (
    table_id        INTEGER NOT NULL REFERENCES tables (id),
    audience        TEXT NOT NULL,
    post            TEXT NOT NULL,
    channel_id      INTEGER,
    message_id      INTEGER,
    sent_at         INTEGER,
    attempted_seq   INTEGER NOT NULL,
    attempted_at    INTEGER,
    shown_seq       INTEGER NOT NULL,
    fingerprint     TEXT,
    note            TEXT,
    PRIMARY KEY (table_id, audience, post)
) STRICT, WITHOUT ROWID;

-- Small things that the process must know again after a restart.
CREATE TABLE memories (
    name        TEXT PRIMARY KEY,
    value       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
