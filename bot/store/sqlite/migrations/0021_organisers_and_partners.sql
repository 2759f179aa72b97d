-- The people who organise in a server by name, not by a role, and since when: who left and came back is none of them.
CREATE TABLE organisers (
    guild_id    INTEGER NOT NULL,
    person      TEXT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    at          INTEGER NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX organisers_person ON organisers (person);

-- Who has signed up for leagues: whoever enters, and who agrees to be the partner of somebody.
DROP INDEX league_entries;
CREATE INDEX league_entries ON league_actions (body ->> '$.by', league_id) WHERE verb IN ('enter', 'agree');
