package svc.backup;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.backup.KeyConfirmations.Confirmation;
import svc.backup.key.BackupKey;

/** Checks that an operator has confirmed the words of the backup key: without them, a lost machine cannot be restored. */
@Component
public final class BackupKeyCheck implements HealthCheck {

    private static final String KEY = "backup-key";

    private final Repositories repositories;
    private final KeyConfirmations confirmations;

    @Activate
    public BackupKeyCheck(@Reference Repositories repositories, @Reference KeyConfirmations confirmations) {
        this.repositories = repositories;
        this.confirmations = confirmations;
    }

    @Override
    public String family() {
        return "backup";
    }

    @Override
    public List<String> checks() {
        return List.of(KEY);
    }

    @Override
    public List<Finding> run() {
        if (repositories.target().isEmpty()) {
            return List.of(Finding.skipped(KEY, Repositories.NOT_CONFIGURED));
        }
        try {
            return List.of(finding());
        } catch (IOException e) {
            return List.of(Finding.fail(
                    KEY,
                    "The key of the backups cannot be used: " + e.getMessage(),
                    "Run `svc backup init --to TARGET`, or correct [backup] in svc.toml."));
        }
    }

    private Finding finding() throws IOException {
        if (repositories.recipient().isPresent()) {
            return Finding.skipped(
                    KEY, "The backups are encrypted to a recipient, whose words this server does not know.");
        }
        Optional<BackupKey> key = repositories.key();
        if (key.isEmpty()) {
            return Finding.fail(
                    KEY, "This home has no backup key.", "Run `svc backup init --to TARGET`, which creates it.");
        }
        Optional<Confirmation> confirmation = confirmations
                .newest()
                .filter(newest -> newest.fingerprint().equals(key.get().fingerprint()));
        return confirmation
                .map(newest -> Finding.ok(
                        KEY,
                        "The 24 words of the backup key were confirmed at "
                                + newest.at().truncatedTo(ChronoUnit.SECONDS) + "."))
                .orElseGet(() -> Finding.warn(
                        KEY,
                        "It is not confirmed that a copy of the 24 words exists: without them, no backup can be restored"
                                + " when this machine is lost.",
                        "Run `svc backup confirm-key`."));
    }
}
