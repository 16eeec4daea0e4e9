-- When contacts sent mail, in milliseconds since 1970.

CREATE TABLE contacts_mail (
  account INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (account, contact, at)
);
