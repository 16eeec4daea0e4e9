package org.example.bookmarks;

import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** The bookmarks of an account go with it. */
public final class Forgetting implements ErasureStep {

    private static final int PORTION = 400;

    @Override
    public String namespace() {
        return "org.example.bookmarks";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        int erased = tx.sql().change(
                "delete from bookmarks_bookmark where account = :account and n in"
                        + " (select n from bookmarks_bookmark where account = :account limit ?)",
                PORTION);
        return erased == PORTION;
    }
}
