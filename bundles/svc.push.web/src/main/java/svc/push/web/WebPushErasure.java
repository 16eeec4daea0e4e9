package svc.push.web;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases the subscriptions of an account; it has few. */
@Component
public final class WebPushErasure implements ErasureStep {

    @Override
    public String namespace() {
        return "webpush";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        tx.sql().change("DELETE FROM push_subscription WHERE account = :account");
        return false;
    }
}
