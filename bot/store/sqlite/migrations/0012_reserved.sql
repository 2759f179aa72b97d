-- Nothing is changed by this number yet: the migration that takes it replaces this file.
SELECT 1;
