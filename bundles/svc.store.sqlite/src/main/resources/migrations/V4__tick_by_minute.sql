-- What is older than the retention is found without a look at every account.
CREATE INDEX tick_by_minute ON tick (minute);
