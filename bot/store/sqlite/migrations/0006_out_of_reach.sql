-- Since when what a table has to show is refused where it is shown: so long its time stands still.
ALTER TABLE tables ADD COLUMN lost_at INTEGER;

CREATE INDEX tables_lost ON tables (lost_at) WHERE lost_at IS NOT NULL;
