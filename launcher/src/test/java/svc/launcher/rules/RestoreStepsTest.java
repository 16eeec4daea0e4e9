package svc.launcher.rules;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each bundle with tables says what happens to them when a backup is restored. */
final class RestoreStepsTest {

    private static final String STEP = "svc.api.restore.RestoreStep";

    /** The bundles whose tables return as the backup has them, with the reason. */
    private static final Map<String, String> NONE_NEEDED = Map.ofEntries(
            entry("svc.audit", "the log is a record of what happened before the backup; the restore adds an entry"),
            entry(
                    "svc.backup",
                    "records of erased accounts and drills are stored in the repository again, which changes nothing"),
            entry("svc.blobs", "references and damage are facts of the image; scrub and collection start again"),
            entry("svc.blobs.files", "a start looks at the packs and compares them with the rows"),
            entry("svc.cap.mail", "a UIDVALIDITY that is older than the restore counts as none"),
            entry("svc.cap.principals", "all objects have new states by the new epoch"),
            entry("svc.cap.submission", "the queue holds what is not sent; submissions only describe it"),
            entry("svc.cap.vacationresponse", "a sender may get one more response"),
            entry("svc.config", "overrides are the choices of operators"),
            entry("svc.health", "rounds describe the time before the backup"),
            entry("svc.mail.domains", "results of other servers are reported again at most once a day"),
            entry("svc.mail.out", "policies are fetched again when they expire; the keys are files in secrets"),
            entry("svc.mail.transfer", "an import that is repeated skips what is there"),
            entry("svc.mail.verification", "a cache of what other servers publish"),
            entry("svc.push.web", "subscriptions stay, and a new epoch is delivered to each"),
            entry("svc.ratelimit", "bans stay until they end"),
            entry(
                    "svc.telemetry.receiver",
                    "reports of the time after the backup are lost, and nothing depends on them"),
            entry("svc.store.sqlite", "the start itself gives new epochs and numbers before the store opens"));

    @Test
    void eachBundleWithTablesHasARestoreStepOrNeedsNone() {
        TreeSet<String> without = new TreeSet<>();
        TreeSet<String> with = new TreeSet<>();
        for (var folder : Repository.here().bundles()) {
            BundleJar jar = BundleJar.of(folder);
            if (jar.headers().containsKey("Svc-Migrations") && !folder.endsWith("svc.example.todo")) {
                (jar.registers(STEP) ? with : without).add(jar.folder());
            }
        }
        assertThat(without)
                .as("bundles with tables and without a %s; give a reason here if none is needed", STEP)
                .isEqualTo(new TreeSet<>(NONE_NEEDED.keySet()));
        assertThat(with).contains("svc.admin", "svc.auth", "svc.delivery", "svc.jobs");
    }
}
