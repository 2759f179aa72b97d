-- Whom a person has blocked: a row goes with either of them.
CREATE TABLE blocks (
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    blocked     TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    at          INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_blocked ON blocks (blocked);
