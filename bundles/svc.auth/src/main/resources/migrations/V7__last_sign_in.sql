-- The statement that records a sign-in also records its time in the account.
DROP TRIGGER account_signed_in;
