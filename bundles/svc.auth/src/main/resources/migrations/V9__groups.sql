-- Groups of accounts. The numbers of groups are taken from those of accounts, so that no group has the id of an account.

CREATE TABLE account_group (
  n            INTEGER PRIMARY KEY,
  organization INTEGER NOT NULL REFERENCES organization (n),
  name         TEXT    NOT NULL,
  description  TEXT,
  created_at   INTEGER NOT NULL
);

CREATE INDEX account_group_by_organization ON account_group (organization, n);

CREATE TABLE account_group_member (
  account      INTEGER NOT NULL REFERENCES account_identity (n),
  group_number INTEGER NOT NULL REFERENCES account_group (n),
  PRIMARY KEY (account, group_number)
);

CREATE INDEX account_group_member_by_group ON account_group_member (group_number, account);
