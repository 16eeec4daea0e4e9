package svc.delivery;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Forgets what an account had sent, and what came to it. */
@Component
public final class DeliveryErasure implements ErasureStep {

    private static final int PORTION = 400;

    @Override
    public String namespace() {
        return "delivery";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        int recipients = tx.sql()
                .change(
                        "DELETE FROM posting_recipient WHERE account = :account AND (posting, i) IN (SELECT posting, i"
                                + " FROM posting_recipient WHERE account = :account LIMIT ?)",
                        PORTION);
        if (recipients == 0) {
            tx.sql().change("DELETE FROM posting WHERE account = :account");
        }
        int recent = tx.sql()
                .change(
                        "DELETE FROM recent_letter WHERE account = :account AND hash IN"
                                + " (SELECT hash FROM recent_letter WHERE account = :account LIMIT ?)",
                        PORTION);
        return recipients > 0 || recent == PORTION;
    }
}
