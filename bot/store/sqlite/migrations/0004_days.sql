-- Games over days: until when a play may take, and what was credited. due_at keeps what the clock does beside deadlines.
ALTER TABLE tables ADD COLUMN deadline_at INTEGER;
ALTER TABLE tables ADD COLUMN wait_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN credited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN held_at INTEGER;
UPDATE tables SET wait_since = changed_at;

CREATE INDEX tables_deadline ON tables (deadline_at) WHERE deadline_at IS NOT NULL;

-- Plays laid down before their turn. Cards of a hand: this leaves the program in no export but its person's own.
CREATE TABLE queue (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    seat        INTEGER NOT NULL,
    rank        INTEGER NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key),
    hand        INTEGER NOT NULL,
    nth         INTEGER NOT NULL,
    condition   TEXT NOT NULL CHECK (condition IN ('any', 'lead', 'follow')),
    cards       TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, rank)
) STRICT, WITHOUT ROWID;

-- When the bot, a shard, a server or a thread could not be reached; `scope` is `all`, `guild` or `table`, `id` of which.
CREATE TABLE outages (
    id          INTEGER PRIMARY KEY,
    scope       TEXT NOT NULL CHECK (scope IN ('all', 'guild', 'table')),
    of          INTEGER NOT NULL DEFAULT 0,
    since       INTEGER NOT NULL,
    until       INTEGER NOT NULL
) STRICT;

-- Reminders. Of the wait that stands in the row: how often who is to play has been reminded, and before when they are
-- not to be (they have just been here, or sleep). `remind_at` is the next moment: when half, then a fifth of the time
-- is left; NULL when nobody is to be reminded. bot.publishing.reminder_schedule tells the same moments.
ALTER TABLE tables ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN remind_after INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN remind_at INTEGER AS (
    CASE reminded
        WHEN 0 THEN max(remind_after, (deadline_at + wait_since + credited) / 2)
        WHEN 1 THEN max(remind_after, (4 * deadline_at + wait_since + credited) / 5)
    END
) VIRTUAL;

CREATE INDEX tables_remind ON tables (remind_at) WHERE remind_at IS NOT NULL;

-- What is to be sent and is not known to have been: one message for all that waits for a person.
-- `lines` is JSON: [[table, seat, wait_since], ...]. No id comes twice: a message is found again by it.
CREATE TABLE digests (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    person      TEXT NOT NULL REFERENCES people (key),
    way         TEXT NOT NULL CHECK (way IN ('dm', 'thread')),
    at          INTEGER NOT NULL,
    lines       TEXT NOT NULL
) STRICT;
