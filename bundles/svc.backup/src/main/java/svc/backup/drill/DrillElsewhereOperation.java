package svc.backup.drill;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.StoreImages;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.time.Clock;
import svc.backup.BackupOperations;
import svc.backup.Repositories;
import svc.backup.WordsFile;
import svc.backup.drill.Drill.Rehearsed;
import svc.backup.format.Repository;
import svc.backup.read.Compatibility;

/**
 * The operation that rehearses a restore on another machine, with the words of the key or of the identity of the
 * recipient. It only reads the repository.
 */
@Component
public final class DrillElsewhereOperation implements OperationGroup {

    private final Repositories repositories;
    private final StoreImages images;
    private final Clock clock;
    private final Compatibility compatibility;

    @Activate
    public DrillElsewhereOperation(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference StoreImages images,
            @Reference Clock clock) {
        this.repositories = repositories;
        this.images = images;
        this.clock = clock;
        this.compatibility = new Compatibility(String.valueOf(context.getProperty("svc.version")), Map.of());
    }

    @Operation(
            command = "backup drill-elsewhere",
            help = "Rehearse a restore on a machine without the server: restore and check the database in a temporary"
                    + " folder, or in that of --home, and read some blobs; exit code 2 if it fails",
            needs = Needs.FILES)
    public OperationResult<Rehearsed> drill(
            @Help("the absolute path of the folder of the repository, or s3://BUCKET/PREFIX") String from,
            @Help("a file with the 24 words of the key, or of the identity of the recipient") Path wordsFile,
            @Help("the backup; the newest one by default") @Nullable String run,
            Progress progress) {
        return BackupOperations.guarded(() -> {
            repositories.check(from);
            Repository repository = repositories.openWithWords(from, WordsFile.read(wordsFile));
            Rehearsed done = rehearse(repository, run, progress);
            return new OperationResult<>(
                    done,
                    done.problem() == null ? 0 : DrillOperation.FAILED,
                    "Record the result on the server: svc backup record-drill --run " + done.runId()
                            + (done.problem() == null ? "" : " --problem \"...\""));
        });
    }

    private Rehearsed rehearse(Repository repository, @Nullable String run, Progress progress) throws IOException {
        Drill drill = new Drill(
                repositories.home().resolve("run"),
                images,
                new SecureRandom(),
                place -> place.toFile().getUsableSpace(),
                Optional.empty());
        return drill.rehearse(repository, run, compatibility, clock, progress);
    }
}
