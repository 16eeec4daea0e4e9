package svc.guard;

/** How many were taken away. */
record Removed(int removed) {}
