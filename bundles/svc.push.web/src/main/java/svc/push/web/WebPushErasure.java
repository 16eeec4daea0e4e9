package svc.push.web;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the push subscriptions of an account. An account has only few subscriptions. */
@Component
public final class WebPushErasure implements ErasureStep {

    @Override
    public String namespace() {
        return "webpush";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        tx.sql().update("DELETE FROM push_subscription WHERE account = :account");
        return false;
    }
}
