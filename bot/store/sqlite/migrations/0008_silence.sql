-- What silence decides (a proposal is agreed to, a lobby or a table with nobody left closes): since when it is waited
-- for, and until when, which moves by the time in which nobody could be heard. Of what is waited for when this is added
-- the next entry of the table tells both; a lobby's are known.
ALTER TABLE tables ADD COLUMN silent_since INTEGER;
ALTER TABLE tables ADD COLUMN silent_until INTEGER;
UPDATE tables SET silent_since = opened_at, silent_until = due_at WHERE stage = 'lobby';

CREATE INDEX tables_silent ON tables (silent_until) WHERE silent_until IS NOT NULL;
