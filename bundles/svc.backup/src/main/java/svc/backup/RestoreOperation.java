package svc.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.RestoredStores;
import svc.api.json.Json;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.restore.RestoredBackup;
import svc.api.time.Clock;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.ErasureRecord;
import svc.backup.format.Layout;
import svc.backup.format.Repository;
import svc.backup.read.Compatibility;
import svc.backup.read.Restore;

/** The operation that restores a backup into an empty home, on any machine that has the distribution. */
@Component
public final class RestoreOperation implements OperationGroup {

    private final Repositories repositories;
    private final RestoredStores stores;
    private final Json json;
    private final Clock clock;
    private final String version;

    @Activate
    public RestoreOperation(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference RestoredStores stores,
            @Reference Json json,
            @Reference Clock clock) {
        this(repositories, stores, json, clock, String.valueOf(context.getProperty("svc.version")));
    }

    /** Creates the operation of a version without the component runtime. */
    RestoreOperation(Repositories repositories, RestoredStores stores, Json json, Clock clock, String version) {
        this.repositories = repositories;
        this.stores = stores;
        this.json = json;
        this.clock = clock;
        this.version = version;
    }

    private Compatibility compatibility() {
        Map<String, Long> schema = new TreeMap<>();
        stores.knownSchema().forEach((namespace, newest) -> schema.put(namespace, newest.longValue()));
        return new Compatibility(version, schema);
    }

    /**
     * A backup that was restored.
     *
     * @param erasedAccounts the number of erased accounts that the repository knows; the first start erases those that the
     *     backup contains
     * @param keyFingerprint identifies the key of the repository
     * @param replaced the folder with the files that the home had before
     */
    public record Restored(
            String run,
            Instant at,
            String home,
            long files,
            long sizeBytes,
            int erasedAccounts,
            String keyFingerprint,
            @Nullable String replaced) {}

    @Operation(
            command = "backup restore",
            help = "Restore a backup into the home, which must be empty or is replaced: the repository and the 24 words"
                    + " suffice",
            needs = Needs.FILES)
    public OperationResult<Restored> restore(
            @Help("the absolute path of the folder of the repository, or s3://BUCKET/PREFIX") String from,
            @Help("a file with the 24 words of the key, or of the identity of the recipient") Path wordsFile,
            @Help("the backup, as listed by svc backup list; the newest one by default") @Nullable String run,
            @Help("delete all app passwords: those revoked after the backup would be valid again")
                    boolean revokeAppPasswords,
            @Help("if the home is not empty, move its files into the folder replaced-TIME of the home") boolean replace,
            @Help("leave the blobs in the repository; the server fetches them while it runs") boolean lazy,
            Progress progress) {
        return BackupOperations.guarded(() -> {
            repositories.check(from);
            Repository repository = repositories.openWithWords(from, WordsFile.read(wordsFile));
            if (lazy && repository.recipient().isPresent()) {
                throw new BackupException("The server cannot fetch the blobs later: they are encrypted to a recipient."
                        + " Restore without --lazy.");
            }
            String id = run == null ? repository.newest() : run;
            Restore restore = Restore.of(repository, id, compatibility());
            Set<String> options = new TreeSet<>();
            if (revokeAppPasswords) {
                options.add(RestoredBackup.REVOKE_APP_PASSWORDS);
            }
            List<String> erased = erased(repository);
            RestoredBackup backup = new RestoredBackup(id, restore.manifest().time(), options, erased);
            Optional<Path> replaced = new HomeRestore(
                            repositories.home(),
                            repository.key(),
                            json,
                            clock,
                            place -> place.toFile().getUsableSpace())
                    .restore(
                            restore,
                            backup,
                            replace,
                            lazy ? Optional.of(new Source(from, id)) : Optional.empty(),
                            progress);
            return new OperationResult<>(
                    new Restored(
                            id,
                            restore.manifest().time(),
                            repositories.home().toString(),
                            restore.manifest().fileCount(),
                            restore.manifest().bytes(),
                            erased.size(),
                            repository.key().fingerprint(),
                            replaced.map(Path::toString).orElse(null)),
                    0,
                    nextSteps(lazy ? Optional.of(from) : Optional.empty(), replaced));
        });
    }

    private String nextSteps(Optional<String> lazySource, Optional<Path> replaced) {
        return "Start the server: svc run --home " + repositories.home()
                + ". Its first start ends all sign-ins and holds queued mail until `svc queue release-restored`."
                + lazySource
                        .map(source -> " The server fetches the blobs from " + source + ": keep it connected until"
                                + " `svc doctor --only backup` finds them all in the home.")
                        .orElse("")
                + replaced.map(folder -> " The files of before are in " + folder
                                + "; delete the folder when you need them no longer.")
                        .orElse("");
    }

    private static List<String> erased(Repository repository) throws IOException {
        try {
            return ErasureRecord.all(repository).stream()
                    .map(ErasureRecord::account)
                    .toList();
        } catch (DamagedObjectException e) {
            throw new BackupException(e.getMessage() + " It records the erasure of the account "
                    + Layout.id(e.object()) + ". To restore without it, remove the object from the repository, and"
                    + " erase the account after the restore.");
        }
    }
}
