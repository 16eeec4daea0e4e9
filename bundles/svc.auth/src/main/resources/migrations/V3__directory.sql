-- What operators keep of organizations and accounts. No quota: as the plan says.

ALTER TABLE organization ADD COLUMN plan TEXT NOT NULL DEFAULT 'standard';
ALTER TABLE organization ADD COLUMN display_name TEXT;
ALTER TABLE organization ADD COLUMN logo_url TEXT;
ALTER TABLE organization ADD COLUMN primary_color TEXT;
ALTER TABLE organization ADD COLUMN support_email TEXT;

ALTER TABLE account_identity ADD COLUMN role TEXT NOT NULL DEFAULT 'user'
  CHECK (role IN ('user', 'tenant-admin', 'instance-operator'));
ALTER TABLE account_identity ADD COLUMN quota_bytes INTEGER;
ALTER TABLE account_identity ADD COLUMN last_sign_in_at INTEGER;
-- The id of the job that erases the account; such an account is disabled, too.
ALTER TABLE account_identity ADD COLUMN erasure TEXT;

CREATE INDEX account_identity_by_role ON account_identity (role, n) WHERE role <> 'user';

-- Further addresses. No two of all addresses and further addresses have one key.
CREATE TABLE account_alias (
  email_key TEXT    PRIMARY KEY,
  email     TEXT    NOT NULL,
  account   INTEGER NOT NULL REFERENCES account_identity (n)
) WITHOUT ROWID;

CREATE INDEX account_alias_by_account ON account_alias (account, email_key);

-- A sign-in makes a device session, and those are forgotten sooner than the day of the last one.
CREATE TRIGGER account_signed_in AFTER INSERT ON device_session BEGIN
  UPDATE account_identity SET last_sign_in_at = NEW.created_at WHERE n = NEW.account;
END;
