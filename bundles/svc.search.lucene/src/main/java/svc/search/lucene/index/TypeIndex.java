package svc.search.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of the objects of one type in one account. One at a time writes, who must hold {@link #enter}; any number look.
 * What is damaged is thrown away: the store has everything, and it is built anew.
 */
final class TypeIndex {

    private static final Logger LOG = LoggerFactory.getLogger(TypeIndex.class);

    private final Path folder;
    private final Readers readers;
    private final Tally tally;
    private final ReentrantLock writing = new ReentrantLock();
    private final Freshness freshness = new Freshness();

    private @Nullable Directory directory;
    private @Nullable View view;
    private @Nullable IndexSession session;
    private boolean gone;
    private boolean ended;
    private int rows = Following.ROWS;

    TypeIndex(Path folder, Readers readers, Tally tally) {
        this.folder = folder;
        this.readers = readers;
        this.tally = tally;
    }

    Path folder() {
        return folder;
    }

    Freshness freshness() {
        return freshness;
    }

    /** What there is now. */
    View view() throws IOException {
        View now;
        synchronized (this) {
            now = view == null ? opened() : view;
            view = now;
        }
        if (now.reader().isPresent()) {
            readers.used(this);
        }
        return now;
    }

    /** How far it is, without opening it. */
    Watermark watermark() throws IOException {
        synchronized (this) {
            if (view != null) {
                return view.watermark();
            }
            try {
                return Files.isDirectory(folder) && DirectoryReader.indexExists(directory())
                        ? Watermark.of(
                                SegmentInfos.readLatestCommit(directory()).getUserData())
                        : Watermark.NONE;
            } catch (IOException | RuntimeException e) { // damaged bytes show themselves as either
                if (!Damage.is(e)) {
                    throw e;
                }
                return Watermark.NONE;
            }
        }
    }

    private View opened() throws IOException {
        if (gone || !Files.isDirectory(folder)) {
            return View.NONE;
        }
        try {
            Directory files = directory();
            if (!DirectoryReader.indexExists(files)) {
                return View.NONE;
            }
            return seen(DirectoryReader.open(files));
        } catch (IOException | RuntimeException e) { // damaged bytes show themselves as either
            if (!Damage.is(e)) {
                throw e;
            }
            broken(e);
            return View.NONE;
        }
    }

    private View seen(DirectoryReader reader) throws IOException {
        return new View(
                Optional.of(reader), Watermark.of(reader.getIndexCommit().getUserData()));
    }

    private Directory directory() throws IOException {
        if (directory == null) {
            directory = new MMapDirectory(folder);
        }
        return directory;
    }

    /** Begins to write, when nobody else does or has ended within this time. */
    boolean enter(Duration atMost) {
        try {
            return writing.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void leave() {
        writing.unlock();
    }

    /** How many changes the next commit is for. Only for who has entered. */
    int rows() {
        return rows;
    }

    /** Says whether the texts of the last commit could be read in time. Only for who has entered. */
    void paced(boolean inTime) {
        rows = inTime ? Math.min(Following.ROWS, rows * 2) : Math.max(1, rows / 2);
    }

    /** What is written to; only for who has entered. Empty when nothing is written any more. */
    Optional<IndexSession> session() throws IOException {
        synchronized (this) {
            if (gone || ended) {
                return Optional.empty();
            }
            if (session == null) {
                Files.createDirectories(folder);
                session = new IndexSession(directory());
            }
            return Optional.of(session);
        }
    }

    /** Makes a commit visible. */
    void committed() throws IOException {
        synchronized (this) {
            View before = view;
            if (before == null || before.reader().isEmpty()) {
                view = null;
            } else {
                DirectoryReader newer =
                        DirectoryReader.openIfChanged(before.reader().get());
                if (newer != null) {
                    view = seen(newer);
                    readers.retire(before.reader().get());
                }
            }
        }
        freshness.clear();
    }

    /** Ends writing for now. What was not committed is forgotten. */
    void rest() {
        IndexSession open;
        synchronized (this) {
            open = session;
            session = null;
        }
        if (open != null) {
            open.close();
        }
    }

    /** Ends writing for good, when a commit that is being made has come to its end or the time is over. */
    void end(Duration atMost) {
        boolean entered = enter(atMost);
        synchronized (this) {
            ended = true;
        }
        rest();
        if (entered) {
            leave();
        }
    }

    /** Keeps nothing open. */
    void close() {
        synchronized (this) {
            if (view != null) {
                view.reader().ifPresent(readers::retire);
            }
            view = null;
        }
        readers.forget(this);
    }

    /** Throws the index away because it cannot be read. */
    void broken(Throwable why) {
        LOG.warn("The search index {} cannot be read and is built anew", folder, why);
        tally.damaged();
        remove();
    }

    /** Throws the index away for good: its account is no more. */
    void erase() {
        synchronized (this) {
            gone = true;
        }
        remove();
    }

    private void remove() {
        rest();
        close();
        synchronized (this) {
            directory = null;
        }
        freshness.clear();
        Folders.remove(folder);
    }
}
