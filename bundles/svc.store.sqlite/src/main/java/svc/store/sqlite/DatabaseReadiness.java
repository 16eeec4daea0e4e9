package svc.store.sqlite;

import java.io.File;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.ReadinessCheck;
import svc.api.store.StoreException;
import svc.api.time.Clock;

/** Reports whether the database can commit now: writer thread, file, last commit, free disk space (HLTH-03). */
@Component
public final class DatabaseReadiness implements ReadinessCheck {

    /** Free bytes below which the next commits may fail. */
    private static final long LEAST_ROOM = 16L << 20;

    private static final Duration BETWEEN_PROBES = Duration.ofSeconds(2);

    private final SqliteStore store;
    private final Clock clock;
    private final AtomicLong probed;

    @Activate
    public DatabaseReadiness(@Reference SqliteStore store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
        this.probed = new AtomicLong(clock.nanos() - BETWEEN_PROBES.toNanos());
    }

    @Override
    public Optional<String> unreadiness() {
        if (!store.writer().alive()) {
            return Optional.of("The database writer has stopped.");
        }
        return file().or(this::commit).or(this::room);
    }

    /**
     * Returns the problem of the database file. The text is public, so it does not contain the path of the file; the
     * log contains the path.
     */
    private Optional<String> file() {
        if (store.fileTrouble().isPresent()) {
            return Optional.of("The database file was removed or replaced, or cannot be examined.");
        }
        return store.size().isCut() ? Optional.of("The database file was truncated.") : Optional.empty();
    }

    /**
     * Schedules a probe write after a failed commit, at most every two seconds, so that the server becomes ready again.
     */
    private Optional<String> commit() {
        Optional<StoreException> trouble = store.writer().outcome().trouble();
        if (trouble.isPresent()) {
            long now = clock.nanos();
            long last = probed.get();
            if (now - last >= BETWEEN_PROBES.toNanos() && probed.compareAndSet(last, now)) {
                store.writer().probe();
            }
        }
        if (trouble.isEmpty() && store.writer().sparing()) {
            return Optional.of("The disk of the database is full: new data is rejected.");
        }
        return trouble.map(problem -> switch (problem.kind()) {
            case FULL -> "The disk of the database is full.";
            case DAMAGED -> "The database file is damaged.";
            default -> "The database file cannot be written.";
        });
    }

    private Optional<String> room() {
        File file = store.connections().file().toFile();
        // A total of zero means that the file system does not report its sizes.
        return file.getTotalSpace() > 0 && file.getUsableSpace() < LEAST_ROOM
                ? Optional.of("The disk of the database has no free space.")
                : Optional.empty();
    }
}
