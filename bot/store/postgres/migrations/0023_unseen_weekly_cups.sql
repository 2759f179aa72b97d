-- How many of the last weekly cups of a template could not be shown. Those that have stopped so far did so for that reason.
ALTER TABLE weekly_cups ADD COLUMN unseen BIGINT NOT NULL DEFAULT 0;
UPDATE weekly_cups SET unseen = 2 WHERE due_at IS NULL;
