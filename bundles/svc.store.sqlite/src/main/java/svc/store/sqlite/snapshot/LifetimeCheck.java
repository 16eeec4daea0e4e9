package svc.store.sqlite.snapshot;

import svc.api.store.StoreException;

/** Checks whether a snapshot or transaction is still open and whether the calling thread owns it. */
public interface LifetimeCheck {

    /** Throws an exception when the snapshot or transaction cannot be used. */
    void check();

    /** Reports a failed use; a transaction then checks whether SQLite has rolled it back. */
    void failed(StoreException problem);

    /** Throws an exception when the callback has ended or the calling thread does not own it. */
    static void mine(Thread owner, boolean open) {
        if (!open || Thread.currentThread() != owner) {
            throw new IllegalStateException(
                    open
                            ? "A snapshot can be used only by the thread of its callback"
                            : "The callback of this snapshot has ended");
        }
    }
}
