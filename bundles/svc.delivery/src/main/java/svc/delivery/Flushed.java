package svc.delivery;

/** How many recipients are tried again. */
record Flushed(int flushed) {

    /** How many messages were taken away. */
    record Dropped(int removed) {}
}
