package svc.backup.deferred;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import svc.api.backup.DeferredBlobFiles;
import svc.api.time.Clock;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.format.BackupException;
import svc.backup.read.Restore;

/** Fetches deferred files from their backup, each once. Thread-safe. */
public final class FileFetcher implements DeferredBlobFiles {

    private static final int LOCKS = 64;

    /** After the backup could not be opened, reads fail at once for this time instead of waiting for the storage. */
    private static final Duration FAIL_FAST = Duration.ofSeconds(10);

    private final DeferredFileRows rows;
    private final Path data;
    private final Opening backup;
    private final Clock clock;
    private final List<Object> locks =
            IntStream.range(0, LOCKS).mapToObj(n -> new Object()).toList();
    private @Nullable RunFileCopier copier;
    private Instant closedUntil = Instant.MIN;
    private String problem = "";

    /**
     * Creates the object.
     *
     * @param data the folder {@code data} of the home
     */
    public FileFetcher(DeferredFileRows rows, Path data, Opening backup, Clock clock) {
        this.rows = rows;
        this.data = data;
        this.backup = backup;
        this.clock = clock;
    }

    /** Opens the backup. */
    @FunctionalInterface
    public interface Opening {

        /** Returns the restore of the run. */
        Restore open(Source source) throws IOException;
    }

    @Override
    public boolean fetch(String path) throws IOException {
        Path file = data.resolve(path);
        synchronized (lock(path)) {
            BlobPath wanted = new BlobPath(path);
            if (!Files.exists(file) && isLeft(path) && !isErased(wanted)) {
                copier().copy(wanted);
            }
            return Files.exists(file);
        }
    }

    /**
     * Fetches a file, unless it was fetched before, and records that it is done. This needs a write of the store, unlike
     * {@link #fetch}.
     */
    public void complete(String path) throws IOException {
        synchronized (lock(path)) {
            fetch(path);
            rows.remove(path);
        }
    }

    private Object lock(String path) {
        return locks.get(Math.floorMod(path.hashCode(), LOCKS));
    }

    private boolean isLeft(String path) {
        return rows.size(path).isPresent();
    }

    /** Returns whether the organization of a file was erased, and its keys with it. */
    private boolean isErased(BlobPath path) {
        return path.keys().filter(keys -> !Files.exists(data.resolve(keys))).isPresent();
    }

    @Override
    public void forget(String path) {
        if (isLeft(path)) {
            synchronized (lock(path)) {
                rows.remove(path);
            }
        }
    }

    @Override
    public OptionalLong deferredSize(String path) {
        OptionalLong size = rows.size(path);
        return size.isPresent() && Files.exists(data.resolve(path)) ? OptionalLong.empty() : size;
    }

    private synchronized RunFileCopier copier() throws IOException {
        RunFileCopier known = copier;
        if (known != null) {
            return known;
        }
        if (clock.now().isBefore(closedUntil)) {
            throw new BackupException(problem);
        }
        try {
            Source source = rows.source().orElseThrow(() -> new BackupException("No restore is incomplete."));
            RunFileCopier opened = new RunFileCopier(backup.open(source), data, clock);
            copier = opened;
            return opened;
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
            closedUntil = clock.now().plus(FAIL_FAST);
            throw e;
        }
    }

    /** Opens the backup again for the next file: its storage may have been disconnected. */
    public synchronized void close() {
        copier = null;
    }
}
