-- Whose hand or reminder a mark is of: to be told to its person, and let go of when they are erased. Marks that are there
-- when this is added learn it when they are written next.
ALTER TABLE shown ADD COLUMN person TEXT;

CREATE INDEX shown_person ON shown (person) WHERE person IS NOT NULL;
