-- How many deadlines of plays a person kept and missed at a table: what reliability is computed from.
ALTER TABLE results ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;

-- The tables that ended before this: the bot counts them again when it runs.
INSERT INTO memories (name, value) VALUES ('recounted', '0') ON CONFLICT (name) DO UPDATE SET value = excluded.value;
