package svc.delivery;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.erasure.Portions;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Forgets what an account had sent, and what came to it. */
@Component
public final class DeliveryErasure implements ErasureStep {

    private final Portions portions = Portions.none()
            .of("posting_recipient", "posting, i")
            .of("posting", "n")
            .of("recent_letter", "hash");

    @Override
    public String namespace() {
        return "delivery";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return portions.erase(tx, pace);
    }
}
