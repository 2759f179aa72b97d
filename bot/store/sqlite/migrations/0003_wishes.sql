-- The language of a person's Discord as last seen: a direct message speaks it, too.
ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT '';

-- What people and servers wish, as JSON: only what they said, so that the defaults of today hold for the rest.
CREATE TABLE wishes (
    person      TEXT PRIMARY KEY REFERENCES people (key) ON DELETE CASCADE,
    said        TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE servers (
    guild_id    INTEGER PRIMARY KEY,
    said        TEXT NOT NULL DEFAULT '{}',
    left_at     INTEGER
) STRICT;

-- Lessons: the last answer of a person to each exercise.
CREATE TABLE exercises (
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    lesson      TEXT NOT NULL,
    number      INTEGER NOT NULL,
    correct     INTEGER NOT NULL CHECK (correct IN (0, 1)),
    at          INTEGER NOT NULL,
    PRIMARY KEY (person, lesson, number)
) STRICT, WITHOUT ROWID;

-- The daily trick: where a server has been shown that of a day (2025-11-21), and who first answered what.
CREATE TABLE daily_tricks (
    guild_id    INTEGER NOT NULL,
    day         TEXT NOT NULL,
    channel_id  INTEGER NOT NULL,
    message_id  INTEGER,
    PRIMARY KEY (guild_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_answers (
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    day         TEXT NOT NULL,
    choice      TEXT NOT NULL,
    correct     INTEGER NOT NULL CHECK (correct IN (0, 1)),
    at          INTEGER NOT NULL,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_answers_day ON daily_answers (day);
