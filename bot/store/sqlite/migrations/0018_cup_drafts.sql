-- The rules of cups that are being made, one for each organiser of a server, and those that a server keeps to make a cup again.
CREATE TABLE cup_drafts (
    guild_id    INTEGER NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    rules       TEXT NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX cup_drafts_person ON cup_drafts (person);

CREATE TABLE cup_templates (
    guild_id    INTEGER NOT NULL,
    name        TEXT NOT NULL,
    rules       TEXT NOT NULL,
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;
