-- Placeholder until the store's own tables arrive.
CREATE TABLE core_placeholder (n INTEGER PRIMARY KEY);
