package svc.search.lucene.index;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.DirectoryReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A consistent view of an index. It keeps the index files open until it is closed. Thread-safe. */
public final class IndexSnapshot implements AutoCloseable {

    /** The view of an index that does not exist. */
    public static final IndexSnapshot NONE = new IndexSnapshot(Optional.empty(), Watermark.NONE);

    private static final Logger LOG = LoggerFactory.getLogger(IndexSnapshot.class);

    private final Optional<DirectoryReader> reader;
    private final Watermark watermark;
    private final AtomicBoolean closed = new AtomicBoolean();

    private IndexSnapshot(Optional<DirectoryReader> reader, Watermark watermark) {
        this.reader = reader;
        this.watermark = watermark;
    }

    /** Returns a view that takes over the caller's reference to the reader. */
    static IndexSnapshot of(DirectoryReader reader) throws IOException {
        try {
            return new IndexSnapshot(
                    Optional.of(reader), Watermark.of(reader.getIndexCommit().getUserData()));
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Returns the reader; empty if the index is empty. */
    public Optional<DirectoryReader> reader() {
        return reader;
    }

    /** Returns the watermark of the index. */
    public Watermark watermark() {
        return watermark;
    }

    /** Returns another view of the same reader, which must be closed separately. Call it before this view is closed. */
    public IndexSnapshot share() {
        reader.ifPresent(DirectoryReader::incRef);
        return new IndexSnapshot(reader, watermark);
    }

    /** Releases the reference. The reader is closed with the last reference. Closing again has no effect. */
    @Override
    public void close() {
        if (reader.isPresent() && closed.compareAndSet(false, true)) {
            try {
                reader.get().decRef();
            } catch (IOException e) {
                LOG.warn("A reader of a search index could not be closed", e);
            }
        }
    }
}
