-- The contacts by the addresses of their mail, in lower case.
CREATE TABLE contacts_email (
  account INTEGER NOT NULL,
  address TEXT    NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (account, address, contact)
);

CREATE INDEX contacts_email_contact ON contacts_email (account, contact);

-- When contacts sent mail, in milliseconds since 1970.
CREATE TABLE contacts_mail (
  account INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (account, contact, at)
);
