package svc.store.memory;

/** A type in an account. */
record TypeKey(long account, String type) {}
