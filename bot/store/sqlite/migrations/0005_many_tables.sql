-- What is asked for when there are many tables is found without reading them all (tests/store/test_plans.py).
-- No index begins with the stage: SQLite would take it for one that tells much.
CREATE INDEX tables_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX tables_ended ON tables (changed_at, stage) WHERE stage IN ('over', 'closed');
CREATE INDEX records_opener ON records (body ->> '$.by') WHERE seq = 1;
CREATE INDEX queue_person ON queue (person);
CREATE INDEX digests_person ON digests (person);
CREATE INDEX digests_at ON digests (at);
