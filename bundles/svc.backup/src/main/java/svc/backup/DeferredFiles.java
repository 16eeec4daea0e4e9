package svc.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.BlobHolds;
import svc.api.backup.DeferredBlobFiles;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.backup.deferred.BackgroundFetch;
import svc.backup.deferred.DeferredFileRows;
import svc.backup.deferred.DeferredFileRows.Left;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.deferred.FileFetcher;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
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

    private final Repositories repositories;
    private final DeferredFileRows rows;
    private final Json json;
    private final String version;
    private final FileFetcher fetcher;
    private final BackgroundFetch background;

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
        this.json = json;
        this.version = version;
        this.fetcher = new FileFetcher(rows, data(), this::restore, clock);
        this.background = new BackgroundFetch(rows, fetcher, holds, data(), clock);
    }

    private Path data() {
        return repositories.home().resolve("data");
    }

    @Override
    public String call() {
        try {
            loadIfNew();
            if (rows.source().isPresent()) {
                background.begin();
                LOG.info("{} files of the restored backup are fetched while the server runs", leftFiles());
            }
            return "";
        } catch (IOException | JsonException e) {
            throw new StartupException(
                    "The backup with the blobs of this home cannot be read: " + e.getMessage(),
                    "Connect the storage of the backup and start again, or restore without --lazy.");
        }
    }

    private long leftFiles() {
        return rows.left().map(Left::files).orElse(0L);
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
            background.report(e);
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
        long left = leftFiles();
        if (left > 0) {
            throw new BackupException("The restore of this home is not complete: " + left
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
        long left = leftFiles();
        if (left == 0) {
            throw new BackupException("All files of the blobs are in the home.");
        }
        if (left != files) {
            throw new BackupException("Not " + files + " but " + left + " files are left. Nothing was given up. To lose"
                    + " them, repeat the command with --files " + left + ".");
        }
        rows.removeAll();
        LOG.warn("{} files of the restored backup were given up by an operator", files);
        background.complete();
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
                .map(this::finding)
                .orElseGet(() -> Finding.ok(CHECK, "All files of the blobs are in the home.")));
    }

    private Finding finding(Left left) {
        String what = left.files() + " files of the restored backup have not been fetched";
        return background
                .problem()
                .map(why -> Finding.fail(
                        CHECK,
                        what + ": " + why,
                        "Connect the storage of the backup; the server tries again each minute. If it is lost, run"
                                + " `svc backup give-up --files " + left.files() + "`."))
                .orElseGet(() ->
                        Finding.warn(CHECK, what + " yet.", "Wait, and keep the storage of the backup connected."))
                .with(Map.of("files", left.files(), "bytes", left.bytes()));
    }

    @Deactivate
    public void stop() {
        background.stop();
    }
}
