package svc.api.job;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.store.Scope;

/**
 * Service that executes the jobs of one kind, each in the scope of an account. Register it as a service. The bundle
 * adds a job with {@link JobQueue#add} in a transaction of the account.
 *
 * <p>A job runs only while the bundle of the handler offers the capability and the tenant of the account can use it.
 * Otherwise the attempt fails, and the job is retried later.
 *
 * <p>Threading: called on a thread of the job queue; see {@link JobLane}. The thread is interrupted when the server
 * stops.
 */
@ConsumerType
public interface AccountJobHandler {

    /** Returns the kind of the jobs; begin it with the name of the bundle. */
    String name();

    /** Returns the URN of a capability that the bundle offers. */
    String capability();

    /** Returns the lane of the jobs: by default one of their own, with one job at a time. */
    default JobLane lane() {
        return new JobLane(name(), 1);
    }

    /**
     * Executes a job to completion. An earlier run may have been interrupted at any point: completed work must be
     * skipped.
     *
     * @throws IOException the job failed and is retried later; so it is after a {@link RuntimeException}. The message is
     *     shown to operators
     */
    void run(AccountJob job) throws IOException;

    /** A running job. Valid until the handler returns; only for its thread. */
    @ProviderType
    interface AccountJob extends JobHandler.Progress {

        /** Returns the account. */
        Account account();

        /** Returns the scope of the account. */
        Scope scope();

        /** Returns the object of the job. */
        String subject();
    }
}
