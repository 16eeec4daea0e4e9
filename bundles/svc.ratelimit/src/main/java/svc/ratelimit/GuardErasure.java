package svc.ratelimit;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasureStep;
import svc.api.store.Transaction;

/** Erases the known networks of an account. Bans and trusted networks belong to no account. */
@Component(service = ErasureStep.class)
public final class GuardErasure implements ErasureStep {

    @Override
    public String namespace() {
        return "guard";
    }

    @Override
    public void finish(Transaction tx) {
        tx.sql().update("DELETE FROM known_network WHERE account = :account");
    }
}
