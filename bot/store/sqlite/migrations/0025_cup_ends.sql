-- How each cup ended, for the hall of fame: when, how many entrants had played, and the best of them with the keys of their people, as JSON.
-- The row goes with whatever is done in the cup afterwards, unless it still stands as ended: then it is written anew. Cups that ended before get
-- theirs when they are first shown.
CREATE TABLE cup_ends (
    cup_id   INTEGER PRIMARY KEY REFERENCES cups (id),
    ended_at INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    podium   TEXT NOT NULL
) STRICT;
