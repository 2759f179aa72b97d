-- The templates of which a cup is made each week: where, for whom, and when the next one starts and is made.
CREATE TABLE weekly_cups (
    guild_id    INTEGER NOT NULL,
    template    TEXT NOT NULL,
    channel_id  INTEGER NOT NULL,
    language    TEXT NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    weekday     INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    clock       TEXT NOT NULL,
    zone        TEXT NOT NULL,
    starts_at   INTEGER NOT NULL,
    due_at      INTEGER,
    cup_id      INTEGER,
    PRIMARY KEY (guild_id, template)
) STRICT, WITHOUT ROWID;

CREATE INDEX weekly_cups_due ON weekly_cups (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX weekly_cups_person ON weekly_cups (person);

-- The template and the start for which a cup was created by itself. A start has one cup.
ALTER TABLE cups ADD COLUMN template TEXT;
ALTER TABLE cups ADD COLUMN template_start INTEGER;

CREATE UNIQUE INDEX cups_template ON cups (guild_id, template, template_start) WHERE template IS NOT NULL;
