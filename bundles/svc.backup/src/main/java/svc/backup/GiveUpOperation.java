package svc.backup;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;

/** The operation that gives up what a lazy restore has left in a repository that is lost or damaged. */
@Component
public final class GiveUpOperation implements OperationGroup {

    private final DeferredFiles deferred;

    @Activate
    public GiveUpOperation(@Reference DeferredFiles deferred) {
        this.deferred = deferred;
    }

    /** What was given up. */
    public record GivenUp(long files) {}

    @Operation(
            command = "backup give-up",
            help = "Give up the files that svc backup restore --lazy has left in the repository, if they are lost: the"
                    + " server makes backups again")
    public OperationResult<GivenUp> giveUp(
            @Help("the number of files that are lost, as shown by svc doctor --only backup") long files) {
        return BackupOperations.guarded(() -> {
            deferred.giveUp(files);
            return new OperationResult<>(
                    new GivenUp(files),
                    0,
                    "Run `svc blobs scrub`: the next svc doctor names the blobs that are missing.");
        });
    }
}
