-- Leagues. One row a league, written with every entry of its record, as for cups. No id is used twice.
CREATE TABLE leagues (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    guild_id    INTEGER NOT NULL,
    channel_id  INTEGER NOT NULL,
    language    TEXT NOT NULL,
    stage       TEXT NOT NULL CHECK (stage IN ('going', 'over')),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    due_at      INTEGER,
    opened_at   INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    shown_seq   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX leagues_guild ON leagues (guild_id, id);
CREATE INDEX leagues_due ON leagues (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX leagues_going ON leagues (id) WHERE stage = 'going';
CREATE INDEX leagues_unshown ON leagues (id) WHERE shown_seq < seq;

CREATE TABLE league_actions (
    league_id   INTEGER NOT NULL REFERENCES leagues (id),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    at          INTEGER NOT NULL,
    verb        TEXT NOT NULL,
    body        TEXT NOT NULL,
    reason      TEXT NOT NULL,
    PRIMARY KEY (league_id, seq)
) STRICT;

-- The seasons for which a person has signed up.
CREATE INDEX league_entries ON league_actions (body ->> '$.by', league_id) WHERE verb = 'enter';

-- Where each message of a league is, and how much of the league it shows.
CREATE TABLE league_messages (
    league_id     INTEGER NOT NULL REFERENCES leagues (id),
    post          TEXT NOT NULL,
    channel_id    INTEGER,
    message_id    INTEGER,
    sent_at       INTEGER,
    attempted_seq INTEGER NOT NULL,
    attempted_at  INTEGER,
    shown_seq     INTEGER NOT NULL,
    PRIMARY KEY (league_id, post)
) STRICT, WITHOUT ROWID;

-- The division of a league for which a cup was created. A season has one cup a division.
ALTER TABLE cups ADD COLUMN league_id INTEGER;
ALTER TABLE cups ADD COLUMN season INTEGER;
ALTER TABLE cups ADD COLUMN division INTEGER;

CREATE UNIQUE INDEX cups_division ON cups (league_id, season, division) WHERE league_id IS NOT NULL;
