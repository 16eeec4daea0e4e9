package svc.search.lucene;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.store.Snapshot;
import svc.api.time.Clock;

/**
 * Makes an answer true at once: what an index does not know yet is read for the question. Much of it goes into the index first, as
 * much as time allows; the rest is compared as it is read.
 */
final class TailReading {

    /** So many changes are compared as they are; with more the index follows first. */
    private static final int FEW = 64;

    private static final int PORTION = 16;

    private final Following following;
    private final Clock clock;

    TailReading(Following following, Clock clock) {
        this.following = following;
        this.clock = clock;
    }

    /** What is asked: one question, within its time. */
    private record Question(Snapshot snapshot, Texts texts, TypeIndex index, Runnable pace, long until) {}

    /** An index and what it does not know. */
    record Known(View view, Tail tail) {}

    Known read(Snapshot snapshot, Texts texts, TypeIndex index, Runnable pace) throws IOException {
        View view = index.view();
        if (view.watermark().covers(snapshot.state(texts.type()), texts.source().edition())) {
            return new Known(view, Tail.NONE);
        }
        Question question = new Question(snapshot, texts, index, pace, clock.nanos() + Following.BUDGET.toNanos());
        if (many(question, view.watermark())) {
            follow(question);
            view = index.view();
        }
        if (outdated(question, view.watermark())) {
            view = View.NONE;
        }
        return new Known(view, tail(question, view.watermark()));
    }

    /** Whether nothing that is in the index holds, and there was no time to build it anew. */
    private static boolean outdated(Question question, Watermark watermark) {
        return Page.of(question.snapshot(), question.texts(), watermark, 1)
                .filter(Page::anew)
                .isPresent();
    }

    private static boolean many(Question question, Watermark watermark) {
        return Page.of(question.snapshot(), question.texts(), watermark, FEW + 1)
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
                more = following.hurriedStep(question.snapshot().scope(), question.texts(), index, left(question));
            }
        } finally {
            index.rest();
            index.leave();
        }
    }

    private Duration left(Question question) {
        long left = question.until() - clock.nanos();
        return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
    }

    private Tail tail(Question question, Watermark watermark) {
        Tail.Builder tail = new Tail.Builder();
        Watermark at = watermark;
        Optional<Page> page = next(question, at);
        while (page.isPresent()) {
            tail.hide(page.get().remove());
            tail.hide(page.get().put());
            if (!read(question, page.get().put(), tail)) {
                return tail.end(false);
            }
            at = page.get().next();
            page = next(question, at);
        }
        return tail.end(true);
    }

    private static Optional<Page> next(Question question, Watermark at) {
        return Page.of(question.snapshot(), question.texts(), at, Following.ROWS);
    }

    private boolean read(Question question, List<Long> numbers, Tail.Builder tail) {
        Freshness known = question.index().freshness();
        boolean keeps = question.texts().source().touches().isEmpty();
        List<Long> unread = new ArrayList<>();
        for (long n : numbers) {
            known.get(n).filter(text -> keeps).ifPresentOrElse(tail::add, () -> unread.add(n));
        }
        for (int i = 0; i < unread.size(); i += PORTION) {
            if (left(question).isZero()) {
                return false;
            }
            question.pace().run();
            List<Long> portion = unread.subList(i, Math.min(unread.size(), i + PORTION));
            question.texts().source().read(question.snapshot().scope(), portion, document -> {
                TextTerms terms = new TextTerms(question.texts().fields(), document);
                FreshText text = new FreshText(terms);
                tail.add(text);
                if (keeps) {
                    known.keep(text, terms.size());
                }
            });
        }
        return true;
    }
}
