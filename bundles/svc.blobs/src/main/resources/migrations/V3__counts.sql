-- The counts of blobs and bytes are kept by the statements that change them. An organization has no counts: uploads of its accounts
-- would wait for each other.
DROP TRIGGER blob_referred;
DROP TRIGGER blob_released;
DROP TRIGGER blob_first_right;
DROP TRIGGER blob_last_right;
DROP TRIGGER blob_right_counted;
DROP TRIGGER blob_right_uncounted;
DROP TRIGGER blob_right_recounted;
ALTER TABLE blob_organization DROP COLUMN blobs;
ALTER TABLE blob_organization DROP COLUMN bytes;
