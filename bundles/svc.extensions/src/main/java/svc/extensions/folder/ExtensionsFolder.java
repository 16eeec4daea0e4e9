package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * The jars of the folder, each told once it is complete: it looked the same for a while, and the end of the zip file is
 * there. A file that stays incomplete is told after {@link #PATIENCE}, so that it gets its verdict.
 *
 * <p>Used by one thread.
 */
final class ExtensionsFolder {

    /** How long a file must look the same. */
    static final Duration CALM = Duration.ofMillis(100);

    /** How long a file without its end may stay as it is before it counts as truncated. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionsFolder.class);

    private final Path folder;
    private final Clock clock;
    private final Map<Path, Seen> seen = new TreeMap<>();
    private final Map<Path, Stamp> told = new HashMap<>();
    private boolean readable = true;

    ExtensionsFolder(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** What is there now, without waiting for anything: for a start. */
    List<Found> present() {
        if (!Files.isReadable(folder)) {
            return List.of(); // on the console, a home that is not there or belongs to somebody else
        }
        Map<Path, Stamp> files = list();
        told.putAll(files);
        return files.entrySet().stream()
                .map(e -> new Found(e.getKey(), e.getValue()))
                .toList();
    }

    /** What has changed since the last look. */
    News look() {
        Map<Path, Stamp> files = list();
        if (!readable) {
            return new News(List.of(), List.of(), false);
        }
        List<Path> gone = told.keySet().stream()
                .filter(file -> !files.containsKey(file))
                .sorted()
                .toList();
        told.keySet().removeAll(Set.copyOf(gone));
        seen.keySet().retainAll(files.keySet());
        List<Found> arrived = new ArrayList<>();
        boolean unsettled = false;
        for (Map.Entry<Path, Stamp> file : files.entrySet()) {
            if (file.getValue().equals(told.get(file.getKey()))) {
                seen.remove(file.getKey());
            } else if (complete(file.getKey(), file.getValue())) {
                told.put(file.getKey(), file.getValue());
                arrived.add(new Found(file.getKey(), file.getValue()));
            } else {
                unsettled = true;
            }
        }
        return new News(arrived, gone, unsettled);
    }

    private boolean complete(Path file, Stamp stamp) {
        Seen before = seen.get(file);
        if (before == null || !before.stamp().equals(stamp)) {
            seen.put(file, new Seen(stamp, clock.nanos()));
            return false;
        }
        long calm = clock.nanos() - before.since();
        return calm >= PATIENCE.toNanos() || (calm >= CALM.toNanos() && ZipEnd.readable(file));
    }

    private Map<Path, Stamp> list() {
        Map<Path, Stamp> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(ExtensionsFolder::counts).toList()) {
                stamp(file, files);
            }
            readable = true;
        } catch (IOException e) {
            if (readable) {
                LOG.warn("{} cannot be read; what runs goes on: {}", folder, Causes.brief(e));
            }
            readable = false;
        }
        return files;
    }

    private static void stamp(Path file, Map<Path, Stamp> files) throws IOException {
        try {
            files.put(file, Stamp.of(file));
        } catch (NoSuchFileException e) {
            LOG.debug("{} went away while it was looked at", file);
        }
    }

    private static boolean counts(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".jar") && !name.startsWith(".") && Files.isRegularFile(file);
    }

    private record Seen(Stamp stamp, long since) {}

    /** A complete file. */
    record Found(Path file, Stamp stamp) {
        String fileName() {
            return String.valueOf(file.getFileName());
        }
    }

    /**
     * What has changed.
     *
     * @param arrived new or replaced files
     * @param gone files that are not there any more
     * @param unsettled whether to look again soon
     */
    record News(List<Found> arrived, List<Path> gone, boolean unsettled) {}
}
