-- Jobs of an account (account 0: of the system), and tasks that one account (source) leaves for another. A cancelled job is 'failed'
-- and marked; a running one that is marked ends with its handler.
ALTER TABLE job ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN source INTEGER;
ALTER TABLE job ADD COLUMN body BLOB;
ALTER TABLE job ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;

DROP INDEX job_to_do;
CREATE INDEX job_waiting ON job (kind, not_before, n) WHERE state = 'queued';
CREATE INDEX job_of_account ON job (account, n);
CREATE INDEX job_of_source ON job (source, n) WHERE source IS NOT NULL;
