package svc.backup;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/**
 * Keeps the number of each account that is erased, so that the restore of an earlier backup erases the account again.
 * The bundle has no other data of accounts.
 */
@Component
public final class BackupErasure implements ErasureStep {

    private final Clock clock;

    @Activate
    public BackupErasure(@Reference Clock clock) {
        this.clock = clock;
    }

    @Override
    public String namespace() {
        return "backup";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        ErasedAccounts.add(tx.sql(), clock.now());
        return false;
    }
}
