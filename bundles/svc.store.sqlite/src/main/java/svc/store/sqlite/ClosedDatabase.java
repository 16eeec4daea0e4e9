package svc.store.sqlite;

/** The mark of a process that runs one command without a server. Registered as a service there; {@link DeferredStore} waits for it. */
record ClosedDatabase() {}
