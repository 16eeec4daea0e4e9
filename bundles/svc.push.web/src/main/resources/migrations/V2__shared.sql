-- A hash of the states of shared accounts that were delivered last. NULL: the client begins at the current states.
ALTER TABLE push_subscription ADD COLUMN told_shared INTEGER;
