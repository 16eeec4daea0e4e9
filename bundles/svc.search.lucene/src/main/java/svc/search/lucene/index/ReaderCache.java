package svc.search.lucene.index;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.DirectoryReader;

/**
 * Limits the number of indexes with an open reader, and counts all open readers. When an index is evicted, its own view
 * is closed. The reader is closed when the last search result that uses it is closed. Thread-safe.
 */
public final class ReaderCache {

    /** The number of indexes that keep a reader open in a server. */
    private static final int DEFAULT_LIMIT = 100;

    private final int limit;
    private final Set<TypeIndex> open = new LinkedHashSet<>();
    private final AtomicInteger readers = new AtomicInteger();
    private boolean ended;

    /** Creates a cache with the default limit. */
    public ReaderCache() {
        this(DEFAULT_LIMIT);
    }

    /**
     * Creates a cache.
     *
     * @param limit the maximum number of indexes that keep a reader open
     */
    public ReaderCache(int limit) {
        this.limit = limit;
    }

    /**
     * Records that an index has a reader and was used.
     *
     * @return the index whose view the caller must close after it has released all locks; empty if there is none. After
     *     {@link #end}, always the given index
     */
    synchronized Optional<TypeIndex> used(TypeIndex index) {
        if (ended) {
            return Optional.of(index);
        }
        open.remove(index);
        open.add(index);
        if (open.size() <= limit) {
            return Optional.empty();
        }
        Iterator<TypeIndex> iterator = open.iterator();
        TypeIndex oldest = iterator.next();
        iterator.remove();
        return Optional.of(oldest);
    }

    /** Returns the number of indexes that keep a reader open. */
    public synchronized int open() {
        return open.size();
    }

    /** Records that an index has no reader any more. */
    synchronized void forget(TypeIndex index) {
        open.remove(index);
    }

    /** Counts a reader until it is closed. */
    DirectoryReader counted(DirectoryReader reader) {
        readers.incrementAndGet();
        reader.getReaderCacheHelper().addClosedListener(key -> readers.decrementAndGet());
        return reader;
    }

    /** Returns the number of open readers, including those that only search results use. */
    public int readers() {
        return readers.get();
    }

    /** Closes the views of all indexes. Afterwards, a reader stays open only while a search result uses it. */
    public void end() {
        List<TypeIndex> indexes;
        synchronized (this) {
            ended = true;
            indexes = List.copyOf(open);
        }
        indexes.forEach(TypeIndex::close);
    }
}
