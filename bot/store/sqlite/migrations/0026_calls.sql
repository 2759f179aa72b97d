-- Who is to play is called by a message of its own: after `call_after` ms of waiting that count, NULL for nobody. It takes
-- the place of the first reminder. `notice_at` replaces `remind_at`, which the version before reads; waits that began with
-- that version have no `call_after`, and are noticed when half of the time is left.
ALTER TABLE tables ADD COLUMN call_after INTEGER;
ALTER TABLE tables ADD COLUMN notice_at INTEGER AS (
    CASE reminded
        WHEN 0 THEN max(remind_after, coalesce(wait_since + credited + call_after, (deadline_at + wait_since + credited) / 2))
        WHEN 1 THEN max(remind_after, (4 * deadline_at + wait_since + credited) / 5)
    END
);
CREATE INDEX tables_notice ON tables (notice_at) WHERE notice_at IS NOT NULL;

-- A digest that is a call brings the hand of its only play.
ALTER TABLE digests ADD COLUMN is_call INTEGER NOT NULL DEFAULT 0 CHECK (is_call IN (0, 1));
