package svc.extensions.folder;

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
import java.util.zip.ZipFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;
import svc.extensions.jar.JarInspection;
import svc.extensions.status.Causes;
import svc.extensions.status.FileFingerprint;

/**
 * Scans the extensions folder and reports each jar when it is complete. A jar is complete when it has not changed for
 * {@link #CALM} and has the end record of a zip file. An incomplete file is reported after {@link #PATIENCE}, so that
 * it gets a status.
 *
 * <p>Not thread-safe.
 */
public final class ExtensionsFolder {

    /** Time without a change after which a file counts as written. */
    static final Duration CALM = Duration.ofMillis(100);

    /** Time without a change after which a file without an end record counts as truncated. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionsFolder.class);

    private final Path folder;
    private final Clock clock;
    private final Map<Path, Seen> seen = new TreeMap<>();
    private final Map<Path, FileFingerprint> reported = new HashMap<>();
    private boolean readable = true;

    public ExtensionsFolder(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Returns the current files without waiting, for the start of the server. */
    public List<Found> present() {
        if (!Files.isReadable(folder)) {
            return List.of(); // on the console the home may be missing or unreadable
        }
        Map<Path, FileFingerprint> files = list();
        reported.putAll(files);
        return files.entrySet().stream()
                .map(e -> new Found(e.getKey(), e.getValue()))
                .toList();
    }

    /** Scans the folder and returns the changes since the last scan. */
    public News look() {
        Map<Path, FileFingerprint> files = list();
        if (!readable) {
            return new News(List.of(), List.of(), false);
        }
        List<Path> gone = reported.keySet().stream()
                .filter(file -> !files.containsKey(file))
                .sorted()
                .toList();
        reported.keySet().removeAll(Set.copyOf(gone));
        seen.keySet().retainAll(files.keySet());
        List<Found> arrived = new ArrayList<>();
        boolean unsettled = false;
        for (Map.Entry<Path, FileFingerprint> file : files.entrySet()) {
            if (file.getValue().equals(reported.get(file.getKey()))) {
                seen.remove(file.getKey());
            } else if (complete(file.getKey(), file.getValue())) {
                reported.put(file.getKey(), file.getValue());
                arrived.add(new Found(file.getKey(), file.getValue()));
            } else {
                unsettled = true;
            }
        }
        return new News(arrived, gone, unsettled);
    }

    private boolean complete(Path file, FileFingerprint stamp) {
        Seen before = seen.get(file);
        if (before == null || !before.stamp().equals(stamp)) {
            seen.put(file, new Seen(stamp, clock.nanos()));
            return false;
        }
        long calm = clock.nanos() - before.since();
        return calm >= PATIENCE.toNanos()
                || (calm >= CALM.toNanos() && (stamp.size() > JarInspection.LARGEST_FILE || isWholeZip(file)));
    }

    /**
     * Returns whether a file has the directory and the end record of a zip file, which a file that is still being
     * written does not have.
     */
    static boolean isWholeZip(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return zip.size() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Map<Path, FileFingerprint> list() {
        Map<Path, FileFingerprint> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(ExtensionsFolder::counts).toList()) {
                stamp(file, files);
            }
            readable = true;
        } catch (IOException e) {
            if (readable) {
                LOG.warn("{} cannot be read; running extensions are not affected: {}", folder, Causes.brief(e));
            }
            readable = false;
        }
        return files;
    }

    private static void stamp(Path file, Map<Path, FileFingerprint> files) throws IOException {
        try {
            files.put(file, FileFingerprint.of(file));
        } catch (NoSuchFileException e) {
            LOG.debug("{} was removed while it was examined", file);
        }
    }

    private static boolean counts(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".jar") && !name.startsWith(".") && Files.isRegularFile(file);
    }

    private record Seen(FileFingerprint stamp, long since) {}

    /** A complete file. */
    public record Found(Path file, FileFingerprint stamp) {
        public String fileName() {
            return String.valueOf(file.getFileName());
        }
    }

    /**
     * The changes of the folder.
     *
     * @param arrived new or replaced files
     * @param gone deleted files
     * @param unsettled whether a file is incomplete, so that another scan should follow soon
     */
    public record News(List<Found> arrived, List<Path> gone, boolean unsettled) {}
}
