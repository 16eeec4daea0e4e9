package svc.jobs;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.job.JobHandler;
import svc.api.job.JobStatus;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;

/** The job queue with a worker on a store in a folder. */
final class JobsFixture implements AutoCloseable {

    final AdvanceableClock clock = new AdvanceableClock();
    final SqliteStore store;
    final InMemoryDirectory directory = new InMemoryDirectory();
    StoredJobQueue queue;
    JobKinds kinds;
    final SettableMaintenance maintenance = new SettableMaintenance();
    private JobWorker worker;

    JobsFixture(Path folder) {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, StoredJobQueue.class)),
                clock);
        restart(same -> same);
    }

    /** Creates the components anew, as a restart of the server does, without starting the worker. */
    void restart(UnaryOperator<Store> between) {
        if (worker != null) {
            worker.stop();
        }
        Store used = between.apply(store);
        queue = new StoredJobQueue(used, clock);
        kinds = new JobKinds(queue, new AccountScopes(directory), new WorkAudit(clock), used);
        worker = new JobWorker(queue, kinds, clock, maintenance);
    }

    void start(JobHandler... handlers) {
        for (JobHandler handler : handlers) {
            kinds.addJobHandler(handler);
        }
        worker.call();
    }

    JobStatus add(String kind, String subject) {
        return store.write(Scope.system(), tx -> queue.add(tx, kind, subject));
    }

    Account account(String name) {
        return account("o1", name);
    }

    Account account(String tenant, String name) {
        long n = store.write(Scope.system(), tx -> tx.createAccount(tenant, name));
        Account account = new Account(n, tenant, name + "@example.org", name);
        directory.add(account);
        return account;
    }

    static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }

    JobStatus.State state(JobStatus job) {
        return queue.known(job.id()).state();
    }

    void awaitState(JobStatus job, JobStatus.State state) {
        Eventually.until(job.kind() + " " + state, () -> state(job) == state);
    }

    @Override
    public void close() {
        worker.stop();
        clock.stop();
        store.close();
    }
}
