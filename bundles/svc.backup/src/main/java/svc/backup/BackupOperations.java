package svc.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.store.StoreException;
import svc.backup.format.BackupException;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;
import svc.backup.key.BackupKey;
import svc.backup.key.Recipient;
import svc.backup.prune.Prune;
import svc.backup.verify.Verification;
import svc.backup.verify.VerificationReport;
import svc.backup.write.BackupRun;

/** The operations of {@code svc backup} that use the repository of this home. */
@Component
public final class BackupOperations implements OperationGroup {

    private static final int DAMAGED = 2;

    private final Repositories repositories;
    private final BackupService service;

    @Activate
    public BackupOperations(@Reference Repositories repositories, @Reference BackupService service) {
        this.repositories = repositories;
        this.service = service;
    }

    /**
     * A repository that was created.
     *
     * @param words the 24 words; null if they are in a file, if the key existed before, or if the backups have a
     *     recipient
     */
    public record Initialized(
            String target, String keyFingerprint, @Nullable String words) {}

    /** Writes the words of a new key to a file, if the operator wants one. */
    private record WordsOutput(@Nullable Path file) implements Repositories.KeyReceiver {

        @Override
        public void accept(BackupKey key) throws IOException {
            if (file != null) {
                WordsFile.write(file, key);
            }
        }

        @Override
        public void discard() throws IOException {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Operation(
            command = "backup init",
            help = "Create a repository for backups, and show the 24 words that restore it",
            needs = Needs.HOME)
    public OperationResult<Initialized> init(
            @Help("the absolute path of a folder, or s3://BUCKET/PREFIX") String to,
            @Help("a new file for the 24 words, in place of showing them") @Nullable Path wordsFile,
            @Help("permit a folder on the disk of the home") boolean sameDisk) {
        return guarded(() -> {
            Optional<Recipient> recipient = repositories.recipient();
            if (wordsFile != null && recipient.isPresent()) {
                throw new BackupException("The words of the identity restore backups that are encrypted to [backup]"
                        + " recipient. Leave out --words-file.");
            }
            Repositories.Created created = repositories.create(to, sameDisk, new WordsOutput(wordsFile));
            boolean shown = created.fresh() && wordsFile == null && recipient.isEmpty();
            return new OperationResult<>(
                    new Initialized(
                            to,
                            created.key().fingerprint(),
                            shown ? String.join(" ", created.key().words()) : null),
                    0,
                    "Set target = \"" + to + "\" in [backup] of svc.toml. " + remark(created.fresh(), recipient));
        });
    }

    private static String remark(boolean fresh, Optional<Recipient> recipient) {
        if (recipient.isPresent()) {
            return "The backups are encrypted to the recipient " + recipient.get()
                    + ": keep the 24 words of its identity away from this machine. Write down the fingerprint: a restore"
                    + " shows it again.";
        }
        return fresh
                ? "Write down the 24 words and keep them away from this machine: without them and without"
                        + " secrets/backup.key, no backup can be restored. They are not shown again."
                : "The key of this home and its 24 words are unchanged.";
    }

    /** The key of a home. */
    public record Fingerprint(String keyFingerprint) {}

    @Operation(
            command = "backup show-key",
            help = "Show which backup key this home has, without showing the key",
            needs = Needs.HOME,
            readOnly = true)
    public Fingerprint fingerprint() {
        return guarded(() -> new Fingerprint(repositories
                .key()
                .orElseThrow(() -> new BackupException("This home has no backup key. Run `svc backup init`."))
                .fingerprint()));
    }

    /** A run. */
    public record Run(
            String id,
            Instant at,
            String version,
            long files,
            long sizeBytes,
            long addedBytes,
            double durationSeconds) {

        static Run of(String id, RunManifest manifest) {
            return new Run(
                    id,
                    manifest.time(),
                    manifest.version(),
                    manifest.fileCount(),
                    manifest.bytes(),
                    manifest.addedBytes(),
                    manifest.durationMs() / 1_000.0);
        }
    }

    @Operation(command = "backup run", help = "Make a backup now", routes = "POST /backup/runs 201")
    public Run run(@Help("take over the lock of a process that has ended") boolean takeOver, Progress progress) {
        return guarded(() -> {
            BackupRun.Result result = service.run(takeOver, progress);
            return Run.of(result.id(), result.manifest());
        });
    }

    @Operation(
            command = "backup list",
            help = "List the backups in the repository, newest first",
            routes = "GET /backup/runs",
            needs = Needs.HOME,
            emptyMessage = "no backups")
    public List<Run> list() {
        return guarded(() -> {
            Repository repository = repositories.open();
            List<Run> runs = new ArrayList<>();
            for (String id : repository.runs()) {
                runs.add(0, Run.of(id, repository.manifest(id)));
            }
            return runs;
        });
    }

    @Operation(
            command = "backup verify",
            help = "Verify the manifests and some of the backed up data; exit code 2 if something is damaged",
            needs = Needs.HOME,
            readOnly = true)
    public OperationResult<VerificationReport> verify(
            @Help("read every byte of the repository") boolean all, Progress progress) {
        return guarded(() -> {
            Verification verification = new Verification(repositories.open(), progress);
            VerificationReport report = all ? verification.all() : verification.quick(System.nanoTime());
            return report.problems().isEmpty()
                    ? OperationResult.of(report)
                    : new OperationResult<>(
                            report,
                            DAMAGED,
                            "Backups are damaged. Check the disk of the repository, and make a backup to a new one.");
        });
    }

    @Operation(
            command = "backup prune",
            help =
                    "Remove backups beyond 24 hourly, 14 daily, 8 weekly and 12 monthly ones: first mark, a day later remove")
    public Prune.Result prune(@Help("take over the lock of a process that has ended") boolean takeOver) {
        return guarded(() -> service.prune(takeOver));
    }

    /** Work whose errors are shown to the operator. */
    @FunctionalInterface
    public interface Work<R> {
        /** Does the work. */
        R call() throws IOException;
    }

    /** Runs work. Converts its errors. */
    public static <R> R guarded(Work<R> work) {
        try {
            return work.call();
        } catch (Repositories.LocationException e) {
            throw new OperationException(Reason.INVALID, String.valueOf(e.getMessage()));
        } catch (IOException | StoreException | IllegalArgumentException e) {
            throw new OperationException(Reason.CONFLICT, String.valueOf(e.getMessage()));
        }
    }
}
