-- What others and servers hold against a person: found by a keyed hash of the Discord id, so that it outlives an erasure without the id.
-- `person`: whose block it is; `about`: what else the kind has to say; after `until` the row is deleted.
CREATE TABLE conduct (
    id          INTEGER PRIMARY KEY,
    hashed      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    guild_id    INTEGER NOT NULL,
    person      TEXT REFERENCES people (key) ON DELETE CASCADE,
    about       TEXT NOT NULL,
    at          INTEGER NOT NULL,
    until       INTEGER NOT NULL
) STRICT;

CREATE INDEX conduct_hashed ON conduct (hashed, kind, guild_id, at);
CREATE INDEX conduct_person ON conduct (person);
CREATE INDEX conduct_until ON conduct (until);
