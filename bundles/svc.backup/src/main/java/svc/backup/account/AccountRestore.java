package svc.backup.account;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.AccountRestorer;
import svc.api.backup.AccountRestorer.Options;
import svc.api.backup.AccountRestorer.Result;
import svc.api.backup.BlobFiles;
import svc.api.backup.RestoredStores;
import svc.api.identity.Account;
import svc.api.operation.Progress;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.backup.Repositories;
import svc.backup.format.BackupException;
import svc.backup.format.Repository;
import svc.backup.read.Compatibility;
import svc.backup.read.Restore;

/** Restores one account from a run into the running server, one at a time. Thread-safe. */
@Component(service = AccountRestore.class)
public final class AccountRestore {

    /** The name of an account in the store is random, so that an account which was created again has another one. */
    private static final String IDENTITY = "SELECT org, ext_id FROM account WHERE n = ?";

    private final Repositories repositories;
    private final RestoredStores stores;
    private final BlobFiles blobs;
    private final Store store;
    private final String version;
    private final AtomicBoolean busy = new AtomicBoolean();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<AccountRestorer> restorers = List.of();

    @Activate
    public AccountRestore(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference RestoredStores stores,
            @Reference BlobFiles blobs,
            @Reference Store store) {
        this.repositories = repositories;
        this.stores = stores;
        this.blobs = blobs;
        this.store = store;
        this.version = String.valueOf(context.getProperty("svc.version"));
    }

    /**
     * What was restored.
     *
     * @param run the id of the run
     * @param container the name of the container of the restored objects
     * @param results the results of the bundles
     */
    record Restored(String run, String container, List<Result> results) {}

    /**
     * Restores an account.
     *
     * @param run the id of the run; null for the newest
     * @param container the name of the container for what is restored; null for one with the date of the run
     * @param beginning called after all checks and before the first change
     */
    Restored restore(
            Account account,
            @Nullable String run,
            @Nullable String container,
            boolean all,
            Runnable beginning,
            Progress progress)
            throws IOException {
        if (!busy.compareAndSet(false, true)) {
            throw new BackupException("This server is restoring an account. Try again when it is done.");
        }
        try {
            List<AccountRestorer> bundles = restorers;
            if (bundles.isEmpty()) {
                throw new BackupException("No bundle that restores objects is active. See svc bundle list.");
            }
            Repository repository = repositories.openReadable();
            String id = run == null ? repository.newest() : run;
            Restore restore = Restore.of(repository, id, new Compatibility(version, Map.of()));
            String name = container == null
                    ? "Restored " + LocalDate.ofInstant(restore.manifest().time(), ZoneOffset.UTC)
                    : container;
            try (RestoredImage image = RestoredImage.of(restore, repositories.home(), stores, progress)) {
                requireSame(account, id, image);
                beginning.run();
                RestoredAccount backup = new RestoredAccount(account, image, restore.parts(), blobs);
                List<Result> results = new ArrayList<>();
                for (AccountRestorer restorer : bundles) {
                    results.add(restorer.restore(backup, new Options(name, all), progress));
                }
                return new Restored(id, name, results);
            }
        } finally {
            busy.set(false);
        }
    }

    /** Checks that the run contains this account, and not another one that had its address or its number. */
    private void requireSame(Account account, String run, RestoredImage image) throws BackupException {
        Optional<Identity> now = store.read(Scope.system(), snapshot -> Identity.of(snapshot, account.n()));
        Optional<Identity> then = image.read(Scope.system(), snapshot -> Identity.of(snapshot, account.n()));
        if (!now.equals(then)) {
            throw new BackupException("The backup " + run + " does not contain the account " + account.email()
                    + ": it was created later. Choose a later backup, see svc backup list. What an erased account of the"
                    + " same address contained is not restored into another account.");
        }
    }

    /** What makes an account unique. */
    private record Identity(String organization, String name) {

        static Optional<Identity> of(Snapshot system, long account) {
            return system.sql()
                    .first(
                            IDENTITY,
                            row -> new Identity(
                                    Objects.requireNonNull(row.getString(1)), Objects.requireNonNull(row.getString(2))),
                            account);
        }
    }
}
