-- The greatest number an account ever had: one that was erased never gets a successor under its number.
CREATE TABLE account_number (
  last INTEGER NOT NULL
);

INSERT INTO account_number (last) SELECT max(n) FROM account;
