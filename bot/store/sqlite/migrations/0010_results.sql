-- What an ended table leaves for each person who played there. Tables are pruned, results are not: `rubber` is the table's
-- id and refers to nothing. Nobody has won (outcome NULL) where the rubber counts for nobody, or the person had left.
CREATE TABLE results (
    rubber      INTEGER NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    guild_id    INTEGER NOT NULL,
    game        TEXT NOT NULL,
    size        INTEGER NOT NULL,
    sides       INTEGER NOT NULL,
    rivals      INTEGER NOT NULL,
    ended_at    INTEGER NOT NULL,
    outcome     TEXT CHECK (outcome IN ('won', 'drawn', 'lost')),
    hands       INTEGER NOT NULL,
    tricks      INTEGER NOT NULL,
    bounces     INTEGER NOT NULL,
    feats       TEXT NOT NULL,
    PRIMARY KEY (rubber, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_person ON results (person, game, ended_at);
CREATE INDEX results_guild ON results (guild_id, game, ended_at);

-- The tables that ended before this: the bot counts them when it runs, from this one on.
INSERT INTO memories (name, value) VALUES ('recounted', '0');
