package svc.search.lucene;

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

/**
 * Lets an index follow the log of changes: at most {@link #ROWS} changes for a commit, and no longer than {@link #BUDGET} reading.
 * Where the texts of a commit take longer, those that were read go in and the next commit is for fewer.
 */
final class Following {

    /** Changes for one commit. */
    static final int ROWS = 256;

    /** How long texts are read for one commit. */
    static final Duration BUDGET = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Following.class);
    private static final int PORTION = 16;

    private final Store store;
    private final Clock clock;
    private final Tally tally;

    Following(Store store, Clock clock, Tally tally) {
        this.store = store;
        this.clock = clock;
        this.tally = tally;
    }

    /** Makes one commit. Only for who has entered the index; false when there is nothing more to do. */
    boolean step(Scope scope, Texts texts, TypeIndex index) throws IOException {
        Watermark from = index.view().watermark();
        int most = index.rows();
        Optional<Page> page = store.read(scope, snapshot -> Page.of(snapshot, texts, from, most));
        Optional<IndexSession> session = page.isPresent() ? index.session() : Optional.empty();
        if (page.isEmpty() || session.isEmpty()) {
            return false;
        }
        try {
            write(scope, texts, index, session.get(), from, page.get());
        } catch (IOException | RuntimeException e) {
            // Whatever it is, it goes on; but what is half written does not stay open.
            index.rest();
            if (Damage.is(e) && e.getStackTrace().length > 0 && ofLucene(e)) {
                index.broken(e);
            }
            throw e;
        }
        return true;
    }

    private static boolean ofLucene(Exception e) {
        return e.getStackTrace()[0].getClassName().startsWith("org.apache.lucene.") || e instanceof IOException;
    }

    private void write(Scope scope, Texts texts, TypeIndex index, IndexSession session, Watermark from, Page page)
            throws IOException {
        if (page.anew()) {
            tally.begun();
            session.clear();
        }
        for (long n : page.remove()) {
            session.remove(n);
        }
        long begin = clock.nanos();
        int read = read(scope, texts, session, page.put(), begin);
        long took = clock.nanos() - begin;
        boolean all = read == page.put().size();
        session.commit(all ? page.next() : part(from, page, read));
        index.committed();
        index.paced(all);
        tally.committed(all ? page.rows() : read, took);
        LOG.debug("A commit of {} rows of {} in {}", all ? page.rows() : read, texts.type(), scope);
    }

    /** How far the index is when only the first of a page were read. */
    private static Watermark part(Watermark from, Page page, int read) {
        return page.next().building() || page.next().built() == Watermark.AHEAD
                ? new Watermark(
                        page.next().state(),
                        page.put().get(read - 1),
                        page.next().edition())
                : new Watermark(from.state(), Watermark.AHEAD, from.edition());
    }

    /** Reads texts; how many, before the time was over. */
    private int read(Scope scope, Texts texts, IndexSession session, List<Long> numbers, long begin)
            throws IOException {
        int read = 0;
        while (read < numbers.size() && (read == 0 || clock.nanos() - begin < BUDGET.toNanos())) {
            List<Long> portion = numbers.subList(read, Math.min(numbers.size(), read + PORTION));
            Set<Long> gone = new HashSet<>(portion);
            try {
                texts.source().read(scope, portion, document -> {
                    put(session, texts, document);
                    gone.remove(document.n());
                });
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            for (long n : gone) {
                session.remove(n);
            }
            read += portion.size();
        }
        return read;
    }

    private static void put(IndexSession session, Texts texts, SearchDocument document) {
        try {
            session.put(new TextTerms(texts.fields(), document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
