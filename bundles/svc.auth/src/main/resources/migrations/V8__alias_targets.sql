-- The address to which mail for an alias is sent on, instead of being filed in the account.
ALTER TABLE account_alias ADD COLUMN target TEXT;
