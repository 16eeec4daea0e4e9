package svc.delivery;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;
import svc.delivery.trace.TraceRows;

/** Erases the queued messages, the recent deliveries and the mail trace of an account. */
@Component
public final class DeliveryErasure implements ErasureStep {

    private final AccountTables portions = AccountTables.none()
            .table("posting_recipient", "posting, i")
            .table("posting", "n")
            .table("recent_letter", "hash")
            .table("mail_trace", "n");

    @Override
    public String namespace() {
        return "delivery";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        boolean remains = portions.eraseSome(tx, pace);
        return TraceRows.erase(tx.sql(), account.addresses()) || remains;
    }
}
