-- Where each message of a cup is, and how much of the cup it shows.
CREATE TABLE cup_messages (
    cup_id        INTEGER NOT NULL REFERENCES cups (id),
    post          TEXT NOT NULL,
    channel_id    INTEGER,
    message_id    INTEGER,
    sent_at       INTEGER,
    attempted_seq INTEGER NOT NULL,
    attempted_at  INTEGER,
    shown_seq     INTEGER NOT NULL,
    PRIMARY KEY (cup_id, post)
) STRICT, WITHOUT ROWID;

ALTER TABLE cups ADD COLUMN shown_seq INTEGER NOT NULL DEFAULT 0;

CREATE INDEX cups_unshown ON cups (id) WHERE shown_seq < seq;
