package svc.search.lucene.index;

import java.io.IOException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.search.lucene.analysis.AnalyzedDocument;

/** A writer of an index. Not thread-safe. */
public final class IndexSession {

    private static final Logger LOG = LoggerFactory.getLogger(IndexSession.class);
    private static final double MEMORY_MIB = 16;
    private static final double SEGMENTS = 5;

    /** Percentage of deleted documents that may remain in the files. */
    private static final double DELETED = 10;

    private final IndexWriter writer;
    private final TieredMergePolicy merging = new TieredMergePolicy();

    IndexSession(Directory directory) throws IOException {
        merging.setSegmentsPerTier(SEGMENTS);
        merging.setDeletesPctAllowed(DELETED);
        IndexWriterConfig config = new IndexWriterConfig(null);
        config.setMergePolicy(merging);
        config.setMergeScheduler(new SerialMergeScheduler());
        config.setRAMBufferSizeMB(MEMORY_MIB);
        config.setUseCompoundFile(true);
        config.setCommitOnClose(false);
        config.setIndexSort(new Sort(
                new SortField(Documents.ORDER, SortField.Type.LONG, true),
                new SortField(Documents.NUMBER, SortField.Type.LONG, true)));
        writer = new IndexWriter(directory, config);
    }

    /** Sets whether following commits merge segments. A merge of a large index takes long. */
    void merging(boolean now) {
        writer.getConfig().setMergePolicy(now ? merging : NoMergePolicy.INSTANCE);
    }

    void put(AnalyzedDocument text) throws IOException {
        writer.updateDocument(Documents.key(text.n()), Documents.of(text));
    }

    void remove(long n) throws IOException {
        writer.deleteDocuments(Documents.key(n));
    }

    void clear() throws IOException {
        writer.deleteAll();
    }

    public void commit(Watermark watermark) throws IOException {
        writer.setLiveCommitData(watermark.facts().entrySet());
        writer.commit();
    }

    void close() {
        try {
            writer.rollback();
        } catch (IOException | RuntimeException e) { // no data is lost, because only uncommitted changes are discarded
            LOG.warn("A writer of a search index could not be closed", e);
        }
    }
}
