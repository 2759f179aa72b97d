-- Who may take no seat in a server: found by a keyed hash of the Discord id, so that the ban outlives an erasure without the id.
CREATE TABLE bans (
    guild_id    INTEGER NOT NULL,
    hashed      TEXT NOT NULL,
    banned      TEXT REFERENCES people (key),
    organiser   TEXT NOT NULL,
    reason      TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (guild_id, hashed)
) STRICT, WITHOUT ROWID;

CREATE INDEX bans_banned ON bans (banned);

INSERT INTO memories (name, value) VALUES ('ban key', lower(hex(randomblob(32))));

-- What organisers have done; `person`: on whom.
CREATE TABLE acts (
    id          INTEGER PRIMARY KEY,
    guild_id    INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    organiser   TEXT NOT NULL,
    kind        TEXT NOT NULL,
    person      TEXT REFERENCES people (key) ON DELETE CASCADE,
    table_name  TEXT NOT NULL,
    about       TEXT NOT NULL
) STRICT;

CREATE INDEX acts_guild ON acts (guild_id, at);
CREATE INDEX acts_person ON acts (person);
CREATE INDEX acts_organiser ON acts (organiser);
CREATE INDEX acts_at ON acts (at);

-- The role that was mentioned at a new table, and when: it is not mentioned more often than the server wants it.
CREATE TABLE role_mentions (
    table_id    INTEGER PRIMARY KEY REFERENCES tables (id),
    guild_id    INTEGER NOT NULL,
    role_id     INTEGER NOT NULL,
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX role_mentions_guild ON role_mentions (guild_id, at);

-- The first message in a server; no channel: it waits for one; no message: not known to be sent.
CREATE TABLE welcomes (
    guild_id    INTEGER PRIMARY KEY,
    channel_id  INTEGER,
    message_id  INTEGER
) STRICT;
