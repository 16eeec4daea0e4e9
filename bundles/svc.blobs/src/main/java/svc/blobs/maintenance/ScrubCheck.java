package svc.blobs.maintenance;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.blobs.account.OrganizationBlobRows;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;
import svc.blobs.maintenance.ScrubRows.Look;
import svc.blobs.maintenance.ScrubRows.Owner;
import svc.blobs.maintenance.ScrubRows.Sample;

/** Reports the result of the last scrub, and checks that a random sample of blobs has its files. */
@Component(service = HealthCheck.class)
public final class ScrubCheck implements HealthCheck {

    private static final String NAME = "blobs-whole";

    private static final String FILES = "blob-files";
    private static final int ORGANIZATIONS = 16;
    private static final int SAMPLES = 64;
    private static final int HASH = 32;

    private final Store store;
    private final BlobStore bytes;
    private final Random random = new Random();

    @Activate
    public ScrubCheck(@Reference Store store, @Reference BlobStore bytes) {
        this.store = store;
        this.bytes = bytes;
    }

    private record Known(Optional<Look> look, long damaged) {}

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        Known known = store.read(
                Scope.system(),
                snapshot -> new Known(ScrubRows.look(snapshot.sql()), ScrubRows.damaged(snapshot.sql())));
        return List.of(finding(known), files());
    }

    /** Checks for missing files. Files are missing when the blobs and the database were copied at different times. */
    private Finding files() {
        Set<Sample> samples = store.read(Scope.system(), snapshot -> samples(snapshot.sql()));
        if (samples.isEmpty()) {
            return Finding.skipped(FILES, "There is no blob yet.");
        }
        List<Sample> wrong = samples.stream().filter(this::wrong).toList();
        Map<String, Object> facts = Map.of("samples", samples.size(), "wrong", wrong.size());
        if (wrong.isEmpty()) {
            return Finding.ok(FILES, "The files of " + samples.size() + " randomly selected blobs are present.")
                    .with(facts);
        }
        OrganizationBlob first = wrong.get(0).place();
        return Finding.fail(
                        FILES,
                        "Of " + samples.size() + " randomly selected blobs, the files of " + wrong.size()
                                + " are missing or have another size, for example " + first.id()
                                + " of the organization " + first.organization() + ".",
                        "Restore data/blobs and data/svc.db from copies of the same time, made while the server was"
                                + " stopped; `svc blobs scrub` finds all missing blobs.")
                .with(facts);
    }

    private Set<Sample> samples(Sql sql) {
        List<Owner> owners = ScrubRows.some(sql, ORGANIZATIONS);
        Set<Sample> samples = new LinkedHashSet<>();
        for (int i = 0; i < SAMPLES && !owners.isEmpty(); i++) {
            byte[] from = new byte[HASH];
            random.nextBytes(from);
            Owner owner = owners.get(i % owners.size());
            ScrubRows.sample(sql, owner, from)
                    .or(() -> ScrubRows.sample(sql, owner, new byte[HASH]))
                    .ifPresent(samples::add);
        }
        return samples;
    }

    /**
     * Returns whether the file of a blob is missing or has another size. A missing file is not an error if the garbage
     * collector has removed the blob since the sample was taken.
     */
    private boolean wrong(Sample sample) {
        OrganizationBlob place = sample.place();
        boolean intact = bytes.find(place.organization(), place.id())
                .filter(stored -> stored.size() == sample.size())
                .isPresent();
        return !intact && store.read(Scope.system(), snapshot -> OrganizationBlobRows.held(snapshot.sql(), place));
    }

    private static Finding finding(Known known) {
        if (known.damaged() > 0) {
            return Finding.fail(
                            NAME,
                            known.damaged() + " blobs are missing or damaged; the log names them under \"Data loss\".",
                            "Restore their files from a backup, then run `svc blobs scrub`.")
                    .with(Map.of("damaged", known.damaged()));
        } else if (known.look().isEmpty()) {
            return Finding.skipped(NAME, "No scrub has run yet; `svc blobs scrub` starts one.");
        }
        Look look = known.look().get();
        String ended = look.ended().map(Instant::toString).orElse("in progress");
        return Finding.ok(NAME, "The last scrub found no errors: " + ended + ".")
                .with(Map.of("blobs", look.lookedAt()));
    }
}
