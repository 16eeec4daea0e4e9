package svc.jobs;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import svc.api.identity.Account;
import svc.api.job.AccountJobHandler;
import svc.api.job.AccountJobHandler.AccountJob;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.CrossAccountTaskHandler.Effect;
import svc.api.job.CrossAccountTaskHandler.Task;
import svc.api.job.JobHandler;
import svc.api.job.JobLane;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.jobs.JobRows.Waiting;

/**
 * Runs the jobs of one kind with the handler of a bundle. The name and the lane are read from the handler once, when it
 * is registered, so that no code of a bundle runs while a lock is held.
 */
sealed interface JobKind {

    Duration FIRST_PAUSE = Duration.ofSeconds(5);
    Duration LONGEST_PAUSE = Duration.ofDays(1);

    String name();

    JobLane lane();

    /** Returns the maximum number of attempts. */
    default int attempts() {
        return 8;
    }

    /** Returns the pause after a number of failed attempts: 5, 20, 80 seconds and so on, at most a day. */
    static Duration pause(int attempts) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << (2 * Math.min(attempts - 1, 10)));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    /**
     * Runs a job to completion.
     *
     * @return whether its end must be recorded; false if it was removed
     */
    boolean run(Waiting job, JobProgress progress) throws IOException;

    /** Jobs of the server as a whole. */
    record OfServer(String name, JobLane lane, JobHandler handler) implements JobKind {

        @Override
        public boolean run(Waiting job, JobProgress progress) {
            handler.run(job.subject(), progress);
            return true;
        }
    }

    /** Jobs of accounts. */
    record OfAccount(
            String name,
            JobLane lane,
            AccountJobHandler handler,
            String bundle,
            long bundleId,
            AccountScopes scopes,
            WorkAudit audit)
            implements JobKind {

        @Override
        public boolean run(Waiting job, JobProgress progress) throws IOException {
            String capability = handler.capability();
            Account account = scopes.require(bundleId, Optional.of(capability), job.account());
            audit.worksIn(bundle, capability, account);
            handler.run(new Running(account, AccountScopes.scope(account), job.subject(), progress));
            return true;
        }
    }

    /** A running job of an account. */
    record Running(Account account, Scope scope, String subject, JobProgress progress) implements AccountJob {

        @Override
        public void report(String words) {
            progress.report(words);
        }

        @Override
        public boolean isCancelled() {
            return progress.isCancelled();
        }
    }

    /** Tasks between accounts. The effect of a task and its removal are one transaction. */
    record Tasks(
            String name,
            JobLane lane,
            CrossAccountTaskHandler handler,
            long bundleId,
            AccountScopes scopes,
            Store store)
            implements JobKind {

        /** Returns more attempts than for jobs, because their failure would lose what an account left for another. */
        @Override
        public int attempts() {
            return 10;
        }

        @Override
        public boolean run(Waiting job, JobProgress progress) throws IOException {
            Account target = scopes.require(bundleId, handler.capability(), job.account());
            if (!handler.crossesTenants()) {
                scopes.requireSameTenant(job.source(), target);
            }
            Scope scope = AccountScopes.scope(target);
            byte[] body = job.body() == null ? new byte[0] : job.body();
            Effect effect = handler.prepare(new Task(job.source(), target, scope, body, job.createdAt()));
            return !store.write(scope, TransactionCallback.named("svc.jobs: apply the task " + name, tx -> {
                boolean taken = JobRows.take(tx.sql(), job.n());
                if (taken) {
                    effect.apply(tx);
                }
                return taken;
            }));
        }
    }
}
