-- Who is to play is called by a message of its own: after `call_after` ms of waiting that count, NULL for nobody. It takes
-- the place of the first reminder. `notice_at` replaces `remind_at`, which the version before reads; waits that began with
-- that version have no `call_after`, and are noticed when half of the time is left.
ALTER TABLE tables ADD COLUMN call_after BIGINT;
ALTER TABLE tables ADD COLUMN notice_at BIGINT GENERATED ALWAYS AS (
    CASE
        WHEN call_after IS NULL AND deadline_at IS NULL THEN NULL
        WHEN reminded = 0 THEN greatest(remind_after,
            coalesce(wait_since + credited + call_after, (deadline_at + wait_since + credited) / 2))
        WHEN reminded = 1 AND deadline_at IS NOT NULL
            THEN greatest(remind_after, (4 * deadline_at + wait_since + credited) / 5)
    END
) STORED;
CREATE INDEX tables_notice ON tables (notice_at) WHERE notice_at IS NOT NULL;

-- A digest that is a call brings the hand of its only play.
ALTER TABLE digests ADD COLUMN is_call BIGINT NOT NULL DEFAULT 0 CHECK (is_call IN (0, 1));
