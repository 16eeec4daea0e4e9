package svc.blobs;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.ScrubRows.Look;

/** Tells what the last look at all bytes found. */
@Component(service = HealthCheck.class)
public final class BlobsCheck implements HealthCheck {

    private static final String NAME = "blobs-whole";

    private final Store store;

    /** Looks here. */
    @Activate
    public BlobsCheck(@Reference Store store) {
        this.store = store;
    }

    private record Known(Optional<Look> look, long damaged) {}

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public List<Finding> examine() {
        Known known = store.read(
                Scope.system(),
                snapshot -> new Known(ScrubRows.look(snapshot.sql()), ScrubRows.damaged(snapshot.sql())));
        return List.of(finding(known));
    }

    private static Finding finding(Known known) {
        if (known.damaged() > 0) {
            return Finding.fail(
                            NAME,
                            known.damaged() + " blobs are missing or damaged; the log names them under \"Data loss\".",
                            "Restore their files from a backup, then run `svc blobs scrub`.")
                    .with(Map.of("damaged", known.damaged()));
        } else if (known.look().isEmpty()) {
            return Finding.skipped(NAME, "No look at all bytes was taken yet; `svc blobs scrub` takes one.");
        }
        Look look = known.look().get();
        String ended = look.ended().map(Instant::toString).orElse("which is under way");
        return Finding.ok(NAME, "The last look at all bytes found nothing wrong: " + ended + ".")
                .with(Map.of("blobs", look.lookedAt()));
    }
}
