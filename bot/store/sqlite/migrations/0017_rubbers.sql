-- What an ended table leaves for ratings. It outlives the table; people stand in it by their keys only, as in records.
CREATE TABLE rubbers (
    rubber      INTEGER PRIMARY KEY,
    guild_id    INTEGER NOT NULL,
    game        TEXT NOT NULL,
    size        INTEGER NOT NULL,
    ended_at    INTEGER NOT NULL,
    body        TEXT NOT NULL
) STRICT;

CREATE INDEX rubbers_guild ON rubbers (guild_id, game, ended_at, rubber);

-- The tables that ended before this: the bot counts them again when it runs.
INSERT INTO memories (name, value) VALUES ('recounted', '0') ON CONFLICT (name) DO UPDATE SET value = excluded.value;
