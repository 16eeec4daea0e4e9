package svc.jobs;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the jobs of an account, the tasks for it, and the tasks that it left for others. */
@Component
public final class JobErasure implements ErasureStep {

    private static final int PORTION = 25;

    private final AccountTables jobs = AccountTables.none().table("job", "n");

    @Override
    public String namespace() {
        return "jobs";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        int left = tx.sql()
                .update(
                        "DELETE FROM job WHERE source = :account AND n IN"
                                + " (SELECT n FROM job WHERE source = :account LIMIT ?)",
                        PORTION);
        return jobs.eraseSome(tx, pace) || left == PORTION;
    }
}
