package svc.search.lucene.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.search.SearchDocument;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.search.lucene.analysis.AnalyzedDocument;
import svc.search.lucene.analysis.IndexedType;

/**
 * Updates an index from the change log. A commit contains at most {@link #ROWS} changes and reads texts for at most
 * {@link #BUDGET}. If reading takes longer, the texts that were read are committed, and the next commit has fewer
 * changes.
 */
public final class IndexUpdater {

    /** Maximum number of changes in one commit. */
    public static final int ROWS = 256;

    /** Maximum time to read texts for one commit. */
    public static final Duration BUDGET = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(IndexUpdater.class);
    private static final int PORTION = 16;

    /** The outcome of a step. */
    public enum Progress {
        /** The index was up to date already, so nothing was committed. */
        UNCHANGED,

        /** A commit was made after which the index is up to date. */
        CAUGHT_UP,

        /** A commit was made, and further objects must be indexed. */
        BEHIND
    }

    private final Store store;
    private final Clock clock;
    private final SearchCounters counters;

    public IndexUpdater(Store store, Clock clock, SearchCounters counters) {
        this.store = store;
        this.clock = clock;
        this.counters = counters;
    }

    /** Makes one background commit. The caller must have entered the index ({@link TypeIndex#enter}). */
    public Progress step(Scope scope, IndexedType texts, TypeIndex index) throws IOException {
        return step(scope, texts, index, Budget.NONE);
    }

    /**
     * Makes one commit while a caller waits. Texts are read only for the remaining time, and segments are not merged.
     *
     * @param left the remaining time of the caller
     */
    public Progress urgentStep(Scope scope, IndexedType texts, TypeIndex index, Duration left) throws IOException {
        return step(scope, texts, index, new Budget(left, true));
    }

    /** The time limit of a commit, and whether a caller waits for it. */
    private record Budget(Duration budget, boolean urgent) {

        static final Budget NONE = new Budget(BUDGET, false);
    }

    private Progress step(Scope scope, IndexedType texts, TypeIndex index, Budget limits) throws IOException {
        Watermark from = index.openedWatermark();
        int most = index.rows();
        Optional<CommitBatch> page = store.read(
                scope,
                snapshot -> CommitBatch.of(snapshot, texts, from, most)
                        .or(() -> limits.urgent()
                                ? Optional.empty()
                                : CommitBatch.renewing(snapshot, texts, from, most)));
        Optional<IndexSession> session = page.isPresent() ? index.session() : Optional.empty();
        if (page.isEmpty() || session.isEmpty()) {
            return Progress.UNCHANGED;
        }
        try {
            session.get().merging(!limits.urgent());
            return write(new Work(scope, texts, index, session.get(), from), page.get(), limits);
        } catch (IOException | RuntimeException e) {
            // The partial commit is discarded, then the failure is rethrown.
            index.rest();
            if (IndexCorruption.is(e) && e.getStackTrace().length > 0 && ofLucene(e)) {
                index.failed(e);
            }
            throw e;
        }
    }

    private static boolean ofLucene(Exception e) {
        return e.getStackTrace()[0].getClassName().startsWith("org.apache.lucene.") || e instanceof IOException;
    }

    /** The inputs of a commit. */
    private record Work(Scope scope, IndexedType texts, TypeIndex index, IndexSession session, Watermark from) {}

    private Progress write(Work work, CommitBatch page, Budget limits) throws IOException {
        IndexSession session = work.session();
        if (page.anew()) {
            counters.rebuilt();
            session.clear();
        }
        for (long n : page.remove()) {
            session.remove(n);
        }
        long begin = clock.nanos();
        int read = read(work, page.put(), begin + limits.budget().toNanos());
        long took = clock.nanos() - begin;
        boolean all = read == page.put().size();
        session.commit(all ? page.next() : part(work.from(), page, read));
        work.index().committed();
        if (all || !limits.urgent()) {
            work.index().adjustRows(all);
        }
        counters.committed(all ? page.rows() : read, took);
        LOG.debug(
                "Committed {} rows of {} in {}",
                all ? page.rows() : read,
                work.texts().type(),
                work.scope());
        return all && page.last() ? Progress.CAUGHT_UP : Progress.BEHIND;
    }

    /** Returns the watermark after only the first objects of a batch were indexed. */
    private static Watermark part(Watermark from, CommitBatch page, int read) {
        if (page.renews()) {
            return from.renewing(from.renewal().without(page.put().subList(0, read), false));
        }
        return page.next().building() || page.next().built() == Watermark.AHEAD
                ? new Watermark(
                        page.next().state(),
                        page.put().get(read - 1),
                        page.next().edition(),
                        page.next().renewal())
                : new Watermark(from.state(), Watermark.AHEAD, from.edition(), from.renewal());
    }

    /** Reads and indexes texts until the time is over. Returns the number of objects. */
    private int read(Work work, List<Long> numbers, long until) throws IOException {
        int read = 0;
        while (read < numbers.size() && (read == 0 || clock.nanos() < until)) {
            List<Long> portion = numbers.subList(read, Math.min(numbers.size(), read + PORTION));
            Set<Long> destroyed = new HashSet<>(portion);
            try {
                work.texts().source().read(work.scope(), portion, document -> {
                    put(work.session(), work.texts(), document);
                    destroyed.remove(document.n());
                });
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            for (long n : destroyed) {
                work.session().remove(n);
            }
            read += portion.size();
        }
        return read;
    }

    private static void put(IndexSession session, IndexedType texts, SearchDocument document) {
        try {
            session.put(new AnalyzedDocument(texts.fields(), document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
