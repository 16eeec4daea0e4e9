package svc.store.sqlite;

import svc.api.store.StoreProblem;

/** Says whether a snapshot or transaction may still be used, and by whom. */
interface Guard {

    /** Throws when it may not. */
    void check();

    /** A use failed; a transaction looks whether it is still one. */
    void failed(StoreProblem problem);

    /** Throws when another thread than the work's own asks. */
    static void mine(Thread owner, boolean open) {
        if (!open || Thread.currentThread() != owner) {
            throw new IllegalStateException(
                    open
                            ? "A snapshot is only for the thread that runs the work"
                            : "The work of this snapshot is over");
        }
    }
}
