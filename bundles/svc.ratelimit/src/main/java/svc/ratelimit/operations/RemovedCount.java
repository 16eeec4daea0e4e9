package svc.ratelimit.operations;

/** The number of removed entries. */
record RemovedCount(int removed) {}
