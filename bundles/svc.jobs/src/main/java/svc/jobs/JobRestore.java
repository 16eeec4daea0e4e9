package svc.jobs;

import org.osgi.service.component.annotations.Component;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Lets the jobs of a restored backup begin anew: their attempts and progress are those of another run. Jobs that erase
 * accounts and tasks between accounts go on.
 */
@Component
public final class JobRestore implements RestoreStep {

    private static final int PORTION = 400;

    private static final String ANEW = "UPDATE job SET state = 'queued', attempts = 0, progress = NULL, error = NULL"
            + " WHERE n IN (SELECT n FROM job WHERE cancelled = 0 AND (state = 'running' OR (state = 'queued'"
            + " AND (attempts > 0 OR progress IS NOT NULL OR error IS NOT NULL))) LIMIT " + PORTION + ")";

    @Override
    public String namespace() {
        return "jobs";
    }

    @Override
    public boolean change(RestoredBackup backup, Transaction tx, Pace pace) {
        return tx.sql().update(ANEW) == PORTION;
    }
}
