package svc.search.lucene;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import svc.api.metrics.MetricSink;

/** What happens, counted since the start. */
final class Tally {

    private final LongAdder commits = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final AtomicLong largest = new AtomicLong();
    private final AtomicLong slowest = new AtomicLong();
    private final LongAdder built = new LongAdder();
    private final LongAdder damaged = new LongAdder();
    private final LongAdder searches = new LongAdder();
    private final LongAdder fresh = new LongAdder();
    private final LongAdder partly = new LongAdder();

    void committed(int size, long nanos) {
        commits.increment();
        rows.add(size);
        largest.accumulateAndGet(size, Math::max);
        slowest.accumulateAndGet(nanos, Math::max);
    }

    void begun() {
        built.increment();
    }

    void damaged() {
        damaged.increment();
    }

    void searched(boolean whole, int read) {
        searches.increment();
        fresh.add(read);
        if (!whole) {
            partly.increment();
        }
    }

    long rows() {
        return rows.sum();
    }

    long damages() {
        return damaged.sum();
    }

    void tell(MetricSink sink) {
        sink.counter("search_commits_total", "Commits of search indexes.", commits.sum());
        sink.counter("search_rows_total", "Changes of objects that search indexes followed.", rows.sum());
        sink.gauge("search_largest_commit_rows", "The most changes that went into one commit.", (double) largest.get());
        sink.gauge(
                "search_longest_read_seconds", "The longest that texts of one commit were read.", slowest.get() / 1e9);
        sink.counter("search_builds_total", "Search indexes that were begun anew.", built.sum());
        sink.counter("search_damaged_total", "Search indexes that could not be read.", damaged.sum());
        sink.counter("search_questions_total", "Questions that were answered.", searches.sum());
        sink.counter("search_fresh_texts_total", "Texts that were read for a question.", fresh.sum());
        sink.counter("search_partial_answers_total", "Answers that could not say everything.", partly.sum());
    }
}
