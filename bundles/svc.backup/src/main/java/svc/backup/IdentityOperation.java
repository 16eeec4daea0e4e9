package svc.backup;

import java.nio.file.Path;
import java.security.SecureRandom;
import org.osgi.service.component.annotations.Component;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.backup.key.Identity;

/** The operation that creates the identity of a recipient of backups. */
@Component
public final class IdentityOperation implements OperationGroup {

    /** An identity that was created. */
    public record Created(String recipient, String wordsFile) {}

    @Operation(
            command = "backup identity",
            help =
                    "Create an identity, on a machine that is not the server: backups that are encrypted to its recipient can"
                            + " be read with its 24 words only",
            needs = Needs.FILES)
    public OperationResult<Created> create(@Help("a new file for the 24 words") Path wordsFile) {
        return BackupOperations.guarded(() -> {
            Identity identity = Identity.fresh(new SecureRandom());
            WordsFile.write(wordsFile, identity.words());
            String recipient = identity.recipient().toString();
            return new OperationResult<>(
                    new Created(recipient, wordsFile.toString()),
                    0,
                    "On the server, set recipient = \"" + recipient
                            + "\" in [backup] of svc.toml before svc backup init."
                            + " Keep the words away from the server: without them, no backup can be restored.");
        });
    }
}
