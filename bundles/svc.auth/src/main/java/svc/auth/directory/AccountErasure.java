package svc.auth.directory;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.identity.Account;
import svc.api.job.JobHandler;
import svc.api.operation.Progress;
import svc.api.schema.SchemaInfo;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.auth.storage.AccountDetails;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;

/**
 * The job that erases an account with the data of all bundles, in short transactions. The erasure starts only if every
 * namespace of the database has an {@link ErasureStep}, because the data of a namespace without a step would remain.
 */
@Component(service = JobHandler.class)
public final class AccountErasure implements JobHandler {

    /** The kind of these jobs. */
    static final String NAME = "erasure";

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Store store;
    private final AccountStore identities;
    private final SchemaInfo schema;
    private final ShareRepair shares;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, policyOption = GREEDY)
    private volatile List<ErasureStep> steps = List.of();

    @Activate
    public AccountErasure(
            @Reference Store store,
            @Reference AccountStore identities,
            @Reference SchemaInfo schema,
            @Reference ShareRepair shares) {
        this.store = store;
        this.identities = identities;
        this.schema = schema;
        this.shares = shares;
    }

    public AccountErasure(
            Store store, AccountStore identities, SchemaInfo schema, ShareRepair shares, List<ErasureStep> steps) {
        this(store, identities, schema, shares);
        this.steps = steps;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        long n = ObjectId.parse(Account.LETTER, subject).orElseThrow();
        Optional<AccountDetails> member = identities.read(snapshot -> AccountRows.details(snapshot.sql(), n));
        if (member.isPresent()) {
            List<ErasureStep> all = complete();
            progress.report("erasing the data of " + all.size() + " parts");
            shares.endAll(n, progress);
            erase(all, erased(member.get()));
            identities.changed(member.get().account().organization(), n);
        }
        progress.report("overwriting what was deleted");
        if (!store.overwriteDeleted()) {
            throw new IllegalStateException("A read still uses the deleted rows; they are overwritten a little later.");
        }
        progress.report("nothing is left");
    }

    private void erase(List<ErasureStep> all, ErasedAccount who) {
        Scope scope = Scope.account(new ScopeKey(), who.account().n());
        ErasureTask task = new ErasureTask(all, who);
        finish(store.schedule(scope, task));
        while (!task.finished) {
            all.forEach(step -> step.eraseFiles(who));
            finish(store.schedule(scope, task));
        }
    }

    /** Returns the erasure steps of all bundles. Throws if a namespace with data of accounts has no step. */
    private List<ErasureStep> complete() {
        List<ErasureStep> all = List.copyOf(steps);
        Set<String> missing = new TreeSet<>(schema.versions().keySet());
        missing.removeAll(schema.namespacesWithoutAccounts());
        missing.removeAll(all.stream().map(ErasureStep::namespace).collect(Collectors.toSet()));
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "No bundle declares how an account is erased from the tables of " + String.join(", ", missing)
                            + ". Install the bundle again, or retire the tables with svc schema retire.");
        }
        return all;
    }

    private static ErasedAccount erased(AccountDetails member) {
        Set<String> addresses = Stream.concat(Stream.of(member.account().email()), member.aliases().stream())
                .map(address -> address.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return new ErasedAccount(member.account(), addresses);
    }

    private static void finish(BackgroundTaskHandle job) {
        try {
            while (!job.await(LOOK)) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("The server is stopping; the erasure continues at the next start.");
                }
            }
        } catch (RuntimeException e) {
            job.cancel();
            throw e;
        }
    }

    /**
     * The background task of one erasure. It runs the steps in order and repeats them until no step has data left. If a
     * run of the task erased nothing, it finishes all steps; otherwise the files of the erased rows are erased before the
     * task runs again.
     */
    private static final class ErasureTask implements BackgroundTask {

        private final List<ErasureStep> steps;
        private final ErasedAccount who;
        private int first;
        private boolean erased = true;
        private volatile boolean finished;

        ErasureTask(List<ErasureStep> steps, ErasedAccount who) {
            this.steps = steps;
            this.who = who;
        }

        @Override
        public boolean run(Transaction tx, Pace pace) {
            for (int i = first; i < steps.size(); i++) {
                if (steps.get(i).erase(who, tx, pace)) {
                    return continueWith(tx, i);
                }
            }
            if (first > 0) {
                return continueWith(tx, 0);
            }
            if (erased) {
                tx.afterCommit(() -> erased = false);
                return false;
            }
            steps.forEach(step -> step.finish(tx));
            tx.afterCommit(() -> finished = true);
            return false;
        }

        private boolean continueWith(Transaction tx, int step) {
            tx.afterCommit(() -> {
                first = step;
                erased = true;
            });
            return true;
        }

        @Override
        public String name() {
            return "svc.auth: erase an account";
        }
    }
}
