-- With which principals an account shares its containers, such as mailboxes. principal: the number of an account, or of
-- a group.
-- rights and capabilities: names with a space between them. access: whether one of the rights changes something.
CREATE TABLE container_share (
  account      INTEGER NOT NULL,
  type         TEXT    NOT NULL,
  container    INTEGER NOT NULL,
  principal    INTEGER NOT NULL,
  rights       TEXT    NOT NULL,
  capabilities TEXT    NOT NULL,
  access       TEXT    NOT NULL CHECK (access IN ('read', 'write')),
  PRIMARY KEY (account, type, container, principal)
);

CREATE INDEX container_share_by_principal ON container_share (principal, account);
