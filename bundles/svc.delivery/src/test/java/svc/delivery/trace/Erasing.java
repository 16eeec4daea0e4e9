package svc.delivery.trace;

import java.util.Set;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.identity.Account;
import svc.delivery.DeliveryErasure;
import svc.delivery.queue.DurableQueue;
import svc.testkit.bundles.BundleServer;

/** The erasure of an account by the bundle. */
final class Erasing {

    private Erasing() {}

    static void erase(BundleServer server, Account account, String... addresses) {
        ErasureStep step = server.service(ErasureStep.class, DeliveryErasure.class);
        ErasedAccount who = new ErasedAccount(account, Set.of(addresses));
        boolean remains = true;
        while (remains) {
            remains = server.store().write(DurableQueue.scope(account.n()), tx -> step.erase(who, tx, () -> false));
        }
    }
}
