package svc.search.lucene.result;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.search.TextsUnavailableException;
import svc.api.store.Snapshot;
import svc.api.time.Clock;
import svc.search.lucene.analysis.AnalyzedDocument;
import svc.search.lucene.analysis.IndexedType;
import svc.search.lucene.index.CommitBatch;
import svc.search.lucene.index.IndexSnapshot;
import svc.search.lucene.index.IndexUpdater;
import svc.search.lucene.index.IndexUpdater.Progress;
import svc.search.lucene.index.TypeIndex;
import svc.search.lucene.index.UnindexedDocument;
import svc.search.lucene.index.UnindexedDocumentCache;
import svc.search.lucene.index.Watermark;

/**
 * Reads the changes that are not indexed yet, so that a search sees the current state. If there are many changes, the
 * index is first updated with as many of them as the time permits. The remaining changes are matched while they are
 * read.
 */
public final class UnindexedTailReader {

    /** The maximum number of changes that are matched directly. If there are more, the index is updated first. */
    private static final int FEW = 64;

    private static final int PORTION = 16;

    private static final Logger LOG = LoggerFactory.getLogger(UnindexedTailReader.class);

    private final IndexUpdater updater;
    private final Clock clock;

    public UnindexedTailReader(IndexUpdater updater, Clock clock) {
        this.updater = updater;
        this.clock = clock;
    }

    /** The inputs of one search and its time limit. */
    private record Question(Snapshot snapshot, IndexedType texts, TypeIndex index, Runnable pace, long until) {}

    /**
     * An index view and the changes that it does not contain.
     *
     * @param view the index; closed with this object
     * @param tail the changes that the index does not contain
     */
    public record Known(IndexSnapshot view, UnindexedTail tail) implements AutoCloseable {

        public Known share() {
            return new Known(view.share(), tail);
        }

        @Override
        public void close() {
            view.close();
        }
    }

    /** Reads the changes of a snapshot that the index does not contain. The caller must close the result. */
    public Known read(Snapshot snapshot, IndexedType texts, TypeIndex index, Runnable pace) throws IOException {
        Question question = new Question(snapshot, texts, index, pace, clock.nanos() + IndexUpdater.BUDGET.toNanos());
        try (IndexSnapshot view = followed(question)) {
            UnindexedTail tail = tail(question, view.watermark());
            return new Known(view.share(), tail);
        }
    }

    /**
     * Returns a view of the index, which is updated first if there are many changes. The view is empty if there was no
     * time to rebuild the index.
     */
    private IndexSnapshot followed(Question question) throws IOException {
        try (IndexSnapshot view = question.index().view()) {
            if (!many(question, view.watermark())) {
                return view.share();
            }
        }
        follow(question);
        try (IndexSnapshot view = question.index().view()) {
            return outdated(question, view.watermark()) ? IndexSnapshot.NONE : view.share();
        }
    }

    /** Returns whether the contents of the index are invalid and there was no time to rebuild the index. */
    private static boolean outdated(Question question, Watermark watermark) {
        return CommitBatch.of(question.snapshot(), question.texts(), watermark, 1)
                .filter(CommitBatch::anew)
                .isPresent();
    }

    private static boolean many(Question question, Watermark watermark) {
        return CommitBatch.of(question.snapshot(), question.texts(), watermark, FEW + 1)
                .filter(page -> page.anew() || page.rows() > FEW)
                .isPresent();
    }

    private void follow(Question question) throws IOException {
        TypeIndex index = question.index();
        if (!index.enter(left(question))) {
            return;
        }
        try {
            boolean more = true;
            while (more && !left(question).isZero()) {
                question.pace().run();
                Progress progress =
                        updater.urgentStep(question.snapshot().scope(), question.texts(), index, left(question));
                more = progress == Progress.BEHIND;
            }
        } catch (TextsUnavailableException e) {
            LOG.debug("A search does without texts that cannot be read now", e);
        } finally {
            index.rest();
            index.leave();
        }
    }

    private Duration left(Question question) {
        long left = question.until() - clock.nanos();
        return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
    }

    private UnindexedTail tail(Question question, Watermark watermark) {
        Set<Long> hidden = new HashSet<>();
        List<UnindexedDocument> documents = new ArrayList<>();
        Watermark at = watermark;
        Optional<CommitBatch> page = next(question, at);
        while (page.isPresent()) {
            hidden.addAll(page.get().remove());
            hidden.addAll(page.get().put());
            if (!tryRead(question, page.get().put(), documents)) {
                return new UnindexedTail(hidden, documents, false);
            }
            at = page.get().next();
            page = next(question, at);
        }
        return new UnindexedTail(hidden, documents, true);
    }

    private static Optional<CommitBatch> next(Question question, Watermark at) {
        return CommitBatch.of(question.snapshot(), question.texts(), at, IndexUpdater.ROWS);
    }

    /** Reads documents. Returns false if there was no time for all of them, or some texts cannot be read now. */
    private boolean tryRead(Question question, List<Long> numbers, List<UnindexedDocument> documents) {
        try {
            return read(question, numbers, documents);
        } catch (TextsUnavailableException e) {
            LOG.debug("A search does without texts that cannot be read now", e);
            return false;
        }
    }

    private boolean read(Question question, List<Long> numbers, List<UnindexedDocument> documents) {
        UnindexedDocumentCache known = question.index().unindexedDocuments();
        boolean unchanged = question.texts().source().indexedFacets().isEmpty();
        List<Long> unread = new ArrayList<>();
        for (long n : numbers) {
            known.get(n).filter(text -> unchanged).ifPresentOrElse(documents::add, () -> unread.add(n));
        }
        for (int i = 0; i < unread.size(); i += PORTION) {
            if (left(question).isZero()) {
                return false;
            }
            question.pace().run();
            List<Long> portion = unread.subList(i, Math.min(unread.size(), i + PORTION));
            question.texts().source().read(question.snapshot().scope(), portion, document -> {
                AnalyzedDocument terms = new AnalyzedDocument(question.texts().fields(), document);
                UnindexedDocument text = new UnindexedDocument(terms);
                documents.add(text);
                if (unchanged) {
                    known.keep(text, terms.size());
                }
            });
        }
        return true;
    }
}
