package svc.search.lucene.index;

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
 * The index of one type in one account. Only one thread at a time writes; a writer must {@link #enter} first. Any
 * number of threads read. A corrupt index is deleted and rebuilt from the store.
 */
public final class TypeIndex {

    private static final Logger LOG = LoggerFactory.getLogger(TypeIndex.class);

    private final Path folder;
    private final ReaderCache readers;
    private final SearchCounters counters;
    private final ReentrantLock writing = new ReentrantLock();
    private final UnindexedDocumentCache unindexedDocuments = new UnindexedDocumentCache();

    private @Nullable Directory directory;
    private @Nullable IndexSnapshot view;
    private @Nullable IndexSession session;
    private boolean deleted;
    private boolean ended;
    private int rows = IndexUpdater.ROWS;

    public TypeIndex(Path folder, ReaderCache readers, SearchCounters counters) {
        this.folder = folder;
        this.readers = readers;
        this.counters = counters;
    }

    Path folder() {
        return folder;
    }

    public UnindexedDocumentCache unindexedDocuments() {
        return unindexedDocuments;
    }

    /** Returns the current view. The caller must close it. */
    public IndexSnapshot view() throws IOException {
        IndexSnapshot shared;
        Optional<TypeIndex> oldest;
        synchronized (this) {
            IndexSnapshot now = view == null ? opened() : view;
            view = now;
            shared = now.share();
            oldest = now.reader().isPresent() ? readers.used(this) : Optional.empty();
        }
        oldest.ifPresent(TypeIndex::close);
        return shared;
    }

    /** Returns the watermark. Opens the index, so that corruption is detected. */
    public Watermark openedWatermark() throws IOException {
        try (IndexSnapshot now = view()) {
            return now.watermark();
        }
    }

    /** Returns the watermark without opening the index. */
    public Watermark watermark() throws IOException {
        synchronized (this) {
            if (view != null) {
                return view.watermark();
            }
            try {
                return Files.isDirectory(folder) && DirectoryReader.indexExists(directory())
                        ? Watermark.of(
                                SegmentInfos.readLatestCommit(directory()).getUserData())
                        : Watermark.NONE;
            } catch (IOException | RuntimeException e) { // corrupt files cause exceptions of both types
                if (!IndexCorruption.is(e)) {
                    throw e;
                }
                return Watermark.NONE;
            }
        }
    }

    private IndexSnapshot opened() throws IOException {
        if (deleted || !Files.isDirectory(folder)) {
            return IndexSnapshot.NONE;
        }
        try {
            Directory files = directory();
            if (!DirectoryReader.indexExists(files)) {
                return IndexSnapshot.NONE;
            }
            return IndexSnapshot.of(readers.counted(DirectoryReader.open(files)));
        } catch (IOException | RuntimeException e) { // corrupt files cause exceptions of both types
            if (!IndexCorruption.is(e)) {
                throw e;
            }
            failed(e);
            return IndexSnapshot.NONE;
        }
    }

    private Directory directory() throws IOException {
        if (directory == null) {
            directory = new MMapDirectory(folder);
        }
        return directory;
    }

    /** Acquires the write lock; returns false if another writer still holds it after the given time. */
    public boolean enter(Duration atMost) {
        try {
            return writing.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public void leave() {
        writing.unlock();
    }

    /** Returns the maximum number of changes of the next commit. The caller must have entered the index. */
    int rows() {
        return rows;
    }

    /**
     * Increases or reduces the size of the next commit, depending on whether the last texts were read in time. The
     * caller must have entered the index.
     */
    void adjustRows(boolean inTime) {
        rows = inTime ? Math.min(IndexUpdater.ROWS, rows * 2) : Math.max(1, rows / 2);
    }

    /** Returns the writer; empty after the index was closed or erased. The caller must have entered the index. */
    public Optional<IndexSession> session() throws IOException {
        synchronized (this) {
            if (deleted || ended) {
                return Optional.empty();
            }
            if (session == null) {
                Files.createDirectories(folder);
                session = new IndexSession(directory());
            }
            return Optional.of(session);
        }
    }

    /** Publishes a commit. The previous reader is closed when the last search result that uses it is closed. */
    public void committed() throws IOException {
        synchronized (this) {
            IndexSnapshot before = view;
            if (before == null || before.reader().isEmpty()) {
                view = null;
            } else {
                DirectoryReader newer =
                        DirectoryReader.openIfChanged(before.reader().get());
                if (newer != null) {
                    view = IndexSnapshot.of(readers.counted(newer));
                    before.close();
                }
            }
        }
        unindexedDocuments.clear();
    }

    /** Closes the writer. Uncommitted changes are discarded. */
    public void rest() {
        IndexSession open;
        synchronized (this) {
            open = session;
            session = null;
        }
        if (open != null) {
            open.close();
        }
    }

    /** Stops writing permanently, after the running commit or at the end of the given time. */
    public void end(Duration atMost) {
        boolean entered = enter(atMost);
        synchronized (this) {
            ended = true;
        }
        rest();
        if (entered) {
            leave();
        }
    }

    /** Closes the view of the index. Search results that share its reader are not affected. */
    synchronized void close() {
        if (view != null) {
            view.close();
        }
        view = null;
        readers.forget(this);
    }

    /** Deletes a corrupt index. */
    public void failed(Throwable cause) {
        LOG.warn("The search index {} cannot be read and is rebuilt", folder, cause);
        counters.damaged();
        remove();
    }

    /** Deletes the index permanently, because its account was erased. */
    public void erase() {
        synchronized (this) {
            deleted = true;
        }
        remove();
    }

    private void remove() {
        rest();
        close();
        synchronized (this) {
            directory = null;
        }
        unindexedDocuments.clear();
        DirectoryTrees.remove(folder);
    }
}
