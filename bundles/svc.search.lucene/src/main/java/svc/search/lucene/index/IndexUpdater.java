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

    /** Makes one commit, in the background. Only for who has entered the index; false when there is nothing more to do. */
    boolean step(Scope scope, Texts texts, TypeIndex index) throws IOException {
        return step(scope, texts, index, Haste.NONE);
    }

    /**
     * Makes one commit for somebody who waits for it: texts are read no longer than that, and merging is left to the background.
     *
     * @param left what is left of the time of who waits
     */
    boolean hurriedStep(Scope scope, Texts texts, TypeIndex index, Duration left) throws IOException {
        return step(scope, texts, index, new Haste(left, true));
    }

    /** How long texts are read at most, and whether somebody waits. */
    private record Haste(Duration budget, boolean hurried) {

        static final Haste NONE = new Haste(BUDGET, false);
    }

    private boolean step(Scope scope, Texts texts, TypeIndex index, Haste haste) throws IOException {
        Watermark from = index.view().watermark();
        int most = index.rows();
        Optional<Page> page = store.read(
                scope,
                snapshot -> Page.of(snapshot, texts, from, most)
                        .or(() -> haste.hurried() ? Optional.empty() : Page.renewing(snapshot, texts, from, most)));
        Optional<IndexSession> session = page.isPresent() ? index.session() : Optional.empty();
        if (page.isEmpty() || session.isEmpty()) {
            return false;
        }
        try {
            session.get().merging(!haste.hurried());
            write(new Work(scope, texts, index, session.get(), from), page.get(), haste);
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

    /** What a commit is made of. */
    private record Work(Scope scope, Texts texts, TypeIndex index, IndexSession session, Watermark from) {}

    private void write(Work work, Page page, Haste haste) throws IOException {
        IndexSession session = work.session();
        if (page.anew()) {
            tally.begun();
            session.clear();
        }
        for (long n : page.remove()) {
            session.remove(n);
        }
        long begin = clock.nanos();
        int read = read(work, page.put(), begin + haste.budget().toNanos());
        long took = clock.nanos() - begin;
        boolean all = read == page.put().size();
        session.commit(all ? page.next() : part(work.from(), page, read));
        work.index().committed();
        if (all || !haste.hurried()) {
            work.index().paced(all);
        }
        tally.committed(all ? page.rows() : read, took);
        LOG.debug(
                "A commit of {} rows of {} in {}",
                all ? page.rows() : read,
                work.texts().type(),
                work.scope());
    }

    /** How far the index is when only the first of a page were read. */
    private static Watermark part(Watermark from, Page page, int read) {
        if (page.renews()) {
            return from.renewing(from.renewal().past(page.put().subList(0, read), false));
        }
        return page.next().building() || page.next().built() == Watermark.AHEAD
                ? new Watermark(
                        page.next().state(),
                        page.put().get(read - 1),
                        page.next().edition(),
                        page.next().renewal())
                : new Watermark(from.state(), Watermark.AHEAD, from.edition(), from.renewal());
    }

    /** Reads texts; how many, before the time was over. */
    private int read(Work work, List<Long> numbers, long until) throws IOException {
        int read = 0;
        while (read < numbers.size() && (read == 0 || clock.nanos() < until)) {
            List<Long> portion = numbers.subList(read, Math.min(numbers.size(), read + PORTION));
            Set<Long> gone = new HashSet<>(portion);
            try {
                work.texts().source().read(work.scope(), portion, document -> {
                    put(work.session(), work.texts(), document);
                    gone.remove(document.n());
                });
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            for (long n : gone) {
                work.session().remove(n);
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
