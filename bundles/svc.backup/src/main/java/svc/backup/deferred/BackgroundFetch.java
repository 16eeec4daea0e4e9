package svc.backup.deferred;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.BlobHolds;
import svc.api.backup.BlobHolds.BlobHold;
import svc.api.store.StoreException;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.backup.format.DamagedObjectException;

/**
 * Fetches all deferred files, one after the other, while the server runs. The files of blobs are held until then.
 * Thread-safe.
 */
public final class BackgroundFetch {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundFetch.class);
    private static final Duration HELD = Duration.ofMinutes(30);
    private static final Duration BEGIN = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final DeferredFileRows rows;
    private final FileFetcher fetcher;
    private final BlobHolds holds;
    private final Path data;
    private final Clock clock;
    private final BackgroundWork work;
    private @Nullable BlobHold hold;
    private volatile Optional<String> problem = Optional.empty();

    /**
     * Creates an instance that does nothing until it begins.
     *
     * @param data the folder {@code data} of the home
     */
    public BackgroundFetch(DeferredFileRows rows, FileFetcher fetcher, BlobHolds holds, Path data, Clock clock) {
        this.rows = rows;
        this.fetcher = fetcher;
        this.holds = holds;
        this.data = data;
        this.clock = clock;
        this.work = new BackgroundWork("svc-backup-fetch", clock, this::failed);
    }

    /** Begins, before other parts of the server use blobs. */
    public void begin() throws IOException {
        RunFileCopier.deleteUnfinished(data);
        hold();
        work.in(BEGIN, this::fetchAll);
    }

    /** Returns why files cannot be fetched now. */
    public Optional<String> problem() {
        return problem;
    }

    /** Logs a problem once. */
    public void report(Exception e) {
        Optional<String> why = Optional.of(String.valueOf(e.getMessage()));
        if (!why.equals(problem)) {
            LOG.warn("Files of the restored backup cannot be fetched; the server tries again: {}", e.toString());
        }
        problem = why;
    }

    private void fetchAll() {
        if (rows.source().isEmpty()) {
            return; // The files were given up.
        }
        try {
            Optional<DamagedObjectException> damage = pass();
            if (work.isStopped()) {
                return;
            }
            if (damage.isPresent()) {
                throw damage.get();
            }
            complete();
        } catch (IOException | StoreException e) {
            if (!work.isStopped()) {
                report(e);
                fetcher.close();
                work.in(RETRY, this::fetchAll);
            }
        }
    }

    /** Fetches all files but those that are damaged in the backup. Returns the last damage. */
    private Optional<DamagedObjectException> pass() throws IOException {
        Optional<DamagedObjectException> damage = Optional.empty();
        String last = "";
        for (List<String> some = rows.after(last); !some.isEmpty(); some = rows.after(last)) {
            for (String path : some) {
                if (work.isStopped()) {
                    return damage;
                }
                hold();
                try {
                    fetcher.complete(path);
                } catch (DamagedObjectException e) {
                    damage = Optional.of(e);
                }
                last = path;
            }
            if (damage.isEmpty()) {
                problem = Optional.empty();
            }
        }
        return damage;
    }

    /** Ends the restore, when no file is left. */
    public synchronized void complete() throws IOException {
        fetcher.close();
        RunFileCopier.deleteUnfinished(data);
        rows.end();
        release();
        problem = Optional.empty();
        LOG.info("The restore is complete");
    }

    /** Keeps the files of blobs unchanged. Before the longest time of a hold is over, another one is taken. */
    private synchronized void hold() {
        Instant until = clock.now().plus(HELD);
        BlobHold current = hold;
        if (current == null || !current.isInForce() || current.renew(until).isBefore(until)) {
            hold = holds.hold("restore", until);
            if (current != null) {
                current.close();
            }
        }
    }

    private synchronized void release() {
        BlobHold current = hold;
        if (current != null) {
            current.close();
            hold = null;
        }
    }

    private void failed(RuntimeException e) {
        LOG.error("Files of the restored backup cannot be fetched; the server tries again", e);
        work.in(RETRY, this::fetchAll);
    }

    /** Ends for this process. The next one continues. */
    public void stop() {
        work.stop();
        release();
    }
}
