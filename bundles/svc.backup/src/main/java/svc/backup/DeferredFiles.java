package svc.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.BlobHolds;
import svc.api.backup.BlobHolds.BlobHold;
import svc.api.backup.DeferredBlobFiles;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.backup.deferred.DeferredFileRows;
import svc.backup.deferred.DeferredFileRows.Left;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.deferred.FileFetcher;
import svc.backup.deferred.RunFileCopier;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.read.Compatibility;
import svc.backup.read.Restore;

/**
 * Fetches the files of blobs that a restore has left in the backup: when the server needs one, and all others one after
 * the other. Until all are fetched, the files of blobs are held, and no backup is made. The first start after the restore
 * reads their list before other parts of the server use blobs. Thread-safe.
 */
@Component(
        service = {DeferredFiles.class, DeferredBlobFiles.class, HealthCheck.class, Callable.class},
        property = "service.ranking:Integer=1000",
        immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class DeferredFiles implements DeferredBlobFiles, HealthCheck, Callable<String> {

    /** The file in the home that a restore writes: it names the backup. */
    static final String MARKER = "data/deferred.json";

    private static final Logger LOG = LoggerFactory.getLogger(DeferredFiles.class);
    private static final String CHECK = "backup-restore";
    private static final int PORTION = 400;
    private static final Duration HELD = Duration.ofMinutes(30);
    private static final Duration BEGIN = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final Repositories repositories;
    private final DeferredFileRows rows;
    private final BlobHolds holds;
    private final Json json;
    private final Clock clock;
    private final String version;
    private final BackgroundWork work;
    private final FileFetcher fetcher;
    private @Nullable BlobHold hold;
    private volatile Optional<String> problem = Optional.empty();

    @Activate
    public DeferredFiles(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference Store store,
            @Reference BlobHolds holds,
            @Reference Json json,
            @Reference Clock clock) {
        this(repositories, store, holds, json, clock, String.valueOf(context.getProperty("svc.version")));
    }

    /** Creates the object without the component runtime. */
    DeferredFiles(Repositories repositories, Store store, BlobHolds holds, Json json, Clock clock, String version) {
        this.repositories = repositories;
        this.rows = new DeferredFileRows(store);
        this.holds = holds;
        this.json = json;
        this.clock = clock;
        this.version = version;
        this.fetcher = new FileFetcher(rows, data(), this::restore, clock);
        this.work = new BackgroundWork("svc-backup-fetch", clock, this::failed);
    }

    private Path data() {
        return repositories.home().resolve("data");
    }

    @Override
    public String call() {
        try {
            loadIfNew();
            if (rows.source().isPresent()) {
                RunFileCopier.deleteUnfinished(data());
            }
        } catch (IOException | JsonException e) {
            throw new StartupException(
                    "The backup with the blobs of this home cannot be read: " + e.getMessage(),
                    "Connect the storage of the backup and start again, or restore without --lazy.");
        }
        if (rows.source().isPresent()) {
            hold();
            rows.left()
                    .ifPresent(left -> LOG.info(
                            "{} files of the restored backup are fetched while the server runs", left.files()));
            work.in(BEGIN, this::fetchAll);
        }
        return "";
    }

    private void loadIfNew() throws IOException {
        Path marker = repositories.home().resolve(MARKER);
        if (Files.exists(marker)) {
            Json.Binding binding = json.binding(Json.Names.EXACT);
            Source source = binding.convert(binding.read(Files.readString(marker)), Source.class);
            rows.load(restore(source).files(), source);
            Files.delete(marker);
            OwnerOnly.sync(data());
        }
    }

    private Restore restore(Source source) throws IOException {
        return Restore.of(
                repositories.openForRestore(source.target()), source.run(), new Compatibility(version, Map.of()));
    }

    @Override
    public boolean fetch(String path) throws IOException {
        try {
            return fetcher.fetch(path);
        } catch (IOException e) {
            report(e);
            throw e;
        }
    }

    @Override
    public void forget(String path) {
        fetcher.forget(path);
    }

    @Override
    public OptionalLong deferredSize(String path) {
        return fetcher.deferredSize(path);
    }

    /** Refuses what needs all files. */
    void requireComplete() throws BackupException {
        Optional<Left> left = rows.left();
        if (left.isPresent()) {
            throw new BackupException(
                    "The restore of this home is not complete: " + left.get().files()
                            + " files are still to be fetched. Try again when `svc doctor --only backup` says so.");
        }
    }

    /**
     * Gives up the files that are left: they are missing from then on.
     *
     * @param files the number of files that the operator expects to lose
     * @throws BackupException another number is left
     */
    void giveUp(long files) throws IOException {
        long left = rows.left().map(Left::files).orElse(0L);
        if (left == 0) {
            throw new BackupException("All files of the blobs are in the home.");
        }
        if (left != files) {
            throw new BackupException("Not " + files + " but " + left + " files are left. Nothing was given up. To lose"
                    + " them, repeat the command with --files " + left + ".");
        }
        rows.removeAll();
        LOG.warn("{} files of the restored backup were given up by an operator", files);
        complete();
    }

    private void fetchAll() {
        if (rows.source().isEmpty()) {
            return; // The files were given up.
        }
        try {
            Optional<DamagedObjectException> damage = pass();
            if (work.isStopped()) {
                return;
            }
            if (damage.isPresent()) {
                throw damage.get();
            }
            complete();
        } catch (IOException | StoreException e) {
            if (!work.isStopped()) {
                report(e);
                fetcher.close();
                work.in(RETRY, this::fetchAll);
            }
        }
    }

    /** Fetches all files but those that are damaged in the backup. Returns the last damage. */
    private Optional<DamagedObjectException> pass() throws IOException {
        Optional<DamagedObjectException> damage = Optional.empty();
        String last = "";
        for (List<String> some = rows.after(last, PORTION); !some.isEmpty(); some = rows.after(last, PORTION)) {
            for (String path : some) {
                if (work.isStopped()) {
                    return damage;
                }
                hold();
                try {
                    fetcher.complete(path);
                } catch (DamagedObjectException e) {
                    damage = Optional.of(e);
                }
                last = path;
            }
            if (damage.isEmpty()) {
                problem = Optional.empty();
            }
        }
        return damage;
    }

    private synchronized void complete() throws IOException {
        fetcher.close();
        RunFileCopier.deleteUnfinished(data());
        rows.end();
        release();
        problem = Optional.empty();
        LOG.info("The restore is complete");
    }

    /** Keeps the files of blobs unchanged. A hold has a longest time, after which another one is taken. */
    private synchronized void hold() {
        Instant until = clock.now().plus(HELD);
        BlobHold current = hold;
        if (current != null && current.isInForce()) {
            current.renew(until);
        } else {
            hold = holds.hold("restore", until);
        }
    }

    private synchronized void release() {
        BlobHold current = hold;
        if (current != null) {
            current.close();
            hold = null;
        }
    }

    /** Logs a problem once. */
    private void report(Exception e) {
        Optional<String> why = Optional.of(String.valueOf(e.getMessage()));
        if (!why.equals(problem)) {
            LOG.warn("Files of the restored backup cannot be fetched; the server tries again: {}", e.toString());
        }
        problem = why;
    }

    private void failed(RuntimeException e) {
        LOG.error("Files of the restored backup cannot be fetched; the server tries again", e);
        work.in(RETRY, this::fetchAll);
    }

    @Override
    public String family() {
        return "backup";
    }

    @Override
    public List<String> checks() {
        return List.of(CHECK);
    }

    @Override
    public List<Finding> run() {
        return List.of(rows.left()
                .map(left -> left.finding(CHECK, problem))
                .orElseGet(() -> Finding.ok(CHECK, "All files of the blobs are in the home.")));
    }

    @Deactivate
    public void stop() {
        work.stop();
        release();
    }
}
