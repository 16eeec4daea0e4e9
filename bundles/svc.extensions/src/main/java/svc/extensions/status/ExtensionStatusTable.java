package svc.extensions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The verdicts on all files of the folder, for everybody to read; each change is one line of the log. */
final class VerdictBook {

    private static final Logger LOG = LoggerFactory.getLogger(VerdictBook.class);

    private final boolean server;
    private final Map<String, Entry> entries = new TreeMap<>();
    private final List<Wait> waits = new ArrayList<>();

    /**
     * An empty one.
     *
     * @param server whether changes are news; to one command on the console they are none
     */
    VerdictBook(boolean server) {
        this.server = server;
    }

    /** All entries, by file name. */
    synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** Finds by the bundle's name or the file's. */
    synchronized Optional<Entry> find(String name) {
        Collection<Entry> all = entries.values();
        return all.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .or(() -> all.stream()
                        .filter(entry -> entry.fileName().equals(name))
                        .findFirst());
    }

    synchronized void enter(Entry entry) {
        Entry before = entries.put(entry.fileName(), entry);
        boolean same = before != null
                && before.verdict().equals(entry.verdict())
                && before.version().equals(entry.version());
        if (server && !same) {
            log(entry);
        }
        tell();
    }

    synchronized void strike(String fileName) {
        Entry gone = entries.remove(fileName);
        if (gone != null) {
            LOG.info("extension {} {} is removed ({})", gone.name(), gone.version(), fileName);
        }
        tell();
    }

    /** Completes as soon as the book is as wanted. Cancel it when it is not wanted any more. */
    synchronized CompletableFuture<List<Entry>> when(Predicate<List<Entry>> condition) {
        Wait wait = new Wait(condition, new CompletableFuture<>());
        waits.add(wait);
        tell();
        return wait.answer();
    }

    private void tell() {
        List<Entry> now = entries();
        waits.removeIf(wait -> {
            boolean over = wait.answer().isDone() || wait.condition().test(now);
            if (over) {
                wait.answer().completeAsync(() -> now);
            }
            return over;
        });
    }

    private static void log(Entry entry) {
        Verdict verdict = entry.verdict();
        if (verdict.is(Verdict.State.ACTIVE)) {
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

    private record Wait(Predicate<List<Entry>> condition, CompletableFuture<List<Entry>> answer) {}

    /**
     * One file.
     *
     * @param file where it lies
     * @param stamp which of the files of this name it was
     * @param name the bundle's symbolic name; the file's name when it has none
     * @param version the bundle's version; empty when it has none
     * @param bundle the bundle's id in the framework; negative when it is not installed
     * @param verdict what became of it
     */
    record Entry(Path file, Stamp stamp, String name, String version, long bundle, Verdict verdict) {
        String fileName() {
            return String.valueOf(file.getFileName());
        }

        /** Name and version, as far as there is one. */
        String title() {
            return (name + " " + version).strip();
        }

        /** Whether it is about exactly this file. */
        boolean is(Path other, Stamp otherStamp) {
            return file.equals(other) && stamp.equals(otherStamp);
        }
    }
}
