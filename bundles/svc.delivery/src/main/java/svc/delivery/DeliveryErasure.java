package svc.delivery;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the queued messages and the recent deliveries of an account. */
@Component
public final class DeliveryErasure implements ErasureStep {

    private final AccountTables portions = AccountTables.none()
            .table("posting_recipient", "posting, i")
            .table("posting", "n")
            .table("recent_letter", "hash");

    @Override
    public String namespace() {
        return "delivery";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return portions.eraseSome(tx, pace);
    }
}
