-- What each person has been told once at their first tables, and when: `rubber` is the table's id and refers to nothing, as
-- tables are pruned; `trick` counts the finished tricks of the hand.
CREATE TABLE hints (
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    game        TEXT NOT NULL,
    hint        TEXT NOT NULL,
    rubber      INTEGER NOT NULL,
    hand        INTEGER NOT NULL,
    trick       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (person, game, hint)
) STRICT, WITHOUT ROWID;

-- Whoever has finished a hand before this is no newcomer.
INSERT INTO hints (person, game, hint, rubber, hand, trick, at)
SELECT person, game, hint, 0, 0, 0, 0
FROM (
    SELECT person, game FROM results
    UNION
    SELECT holder, game FROM seats JOIN tables ON tables.id = seats.table_id WHERE hand > 1
)
JOIN people ON people.key = person AND discord_id IS NOT NULL
JOIN (SELECT 'new-here' AS hint UNION SELECT 'heads' UNION SELECT 'waiting' UNION SELECT 'ladder');
