package org.example.bookmarks;

import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the bookmarks of an account. */
public final class Forgetting implements ErasureStep {

    private static final int PORTION = 400;

    @Override
    public String namespace() {
        return "org.example.bookmarks";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        int erased = tx.sql().update(
                "delete from bookmarks_bookmark where account = :account and n in"
                        + " (select n from bookmarks_bookmark where account = :account limit ?)",
                PORTION);
        return erased == PORTION;
    }
}
