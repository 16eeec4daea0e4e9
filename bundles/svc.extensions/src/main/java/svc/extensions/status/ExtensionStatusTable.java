package svc.extensions.status;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/** The statuses of all files of the folder. Each change is logged in one line. Thread-safe. */
public final class ExtensionStatusTable {

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionStatusTable.class);

    private final Clock clock;
    private final boolean server;
    private final Map<String, Entry> entries = new TreeMap<>();
    private final List<Runnable> checks = new CopyOnWriteArrayList<>();

    /**
     * Creates an empty table.
     *
     * @param clock measures the time limits of {@link #await}
     * @param server whether changes are logged; false for a console command
     */
    public ExtensionStatusTable(Clock clock, boolean server) {
        this.clock = clock;
        this.server = server;
    }

    /** Returns all entries, ordered by file name. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** Finds an entry by the bundle's symbolic name or the file name. */
    public synchronized Optional<Entry> find(String name) {
        Collection<Entry> all = entries.values();
        return all.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .or(() -> all.stream()
                        .filter(entry -> entry.fileName().equals(name))
                        .findFirst());
    }

    public synchronized void enter(Entry entry) {
        Entry before = entries.put(entry.fileName(), entry);
        boolean same = before != null
                && before.verdict().equals(entry.verdict())
                && before.version().equals(entry.version());
        if (server && !same) {
            log(entry);
        }
        checks.forEach(Runnable::run);
    }

    public synchronized void remove(String fileName) {
        Entry gone = entries.remove(fileName);
        if (gone != null) {
            LOG.info("extension {} {} is removed ({})", gone.name(), gone.version(), fileName);
        }
        checks.forEach(Runnable::run);
    }

    /** Waits until the table fulfils a condition and returns its entries; empty when the limit has passed. */
    public Optional<List<Entry>> await(Predicate<List<Entry>> condition, Duration limit) {
        CompletableFuture<Optional<List<Entry>>> answer = new CompletableFuture<>();
        Runnable check =
                () -> Optional.of(entries()).filter(condition).ifPresent(now -> answer.complete(Optional.of(now)));
        checks.add(check);
        Clock.Alarm alarm = clock.schedule(limit, () -> answer.complete(Optional.empty()));
        try {
            check.run();
            return answer.join();
        } finally {
            alarm.cancel();
            checks.remove(check);
        }
    }

    private static void log(Entry entry) {
        ExtensionStatus verdict = entry.verdict();
        if (verdict.is(ExtensionStatus.State.ACTIVE)) {
            LOG.info("extension {} is active ({})", entry.title(), entry.fileName());
        } else {
            LOG.warn(
                    "extension {} is {} ({}): {} {}",
                    entry.title(),
                    verdict.state().word(),
                    entry.fileName(),
                    verdict.reason(),
                    verdict.remedy());
        }
    }

    /**
     * The status of one file.
     *
     * @param file the path of the file
     * @param stamp identifies one of the successive files of this name
     * @param name the bundle's symbolic name; the file's name when it has none
     * @param version the bundle's version; empty when it has none
     * @param bundle the bundle's id in the framework; negative when it is not installed
     * @param verdict the status
     */
    public record Entry(
            Path file, FileFingerprint stamp, String name, String version, long bundle, ExtensionStatus verdict) {
        public String fileName() {
            return String.valueOf(file.getFileName());
        }

        /** Returns the name, followed by the version if there is one. */
        String title() {
            return (name + " " + version).strip();
        }

        /** Returns whether this entry belongs to exactly this file. */
        public boolean is(Path other, FileFingerprint otherStamp) {
            return file.equals(other) && stamp.equals(otherStamp);
        }
    }
}
