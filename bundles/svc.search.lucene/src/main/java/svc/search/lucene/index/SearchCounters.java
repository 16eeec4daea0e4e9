package svc.search.lucene.index;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import svc.api.metrics.MetricSink;

/** Counters of the search since the start of the server. */
public final class SearchCounters {

    private final LongAdder commits = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final AtomicLong largest = new AtomicLong();
    private final AtomicLong slowest = new AtomicLong();
    private final LongAdder built = new LongAdder();
    private final LongAdder damaged = new LongAdder();
    private final LongAdder searches = new LongAdder();
    private final LongAdder fresh = new LongAdder();
    private final LongAdder incomplete = new LongAdder();

    void committed(int size, long nanos) {
        commits.increment();
        rows.add(size);
        largest.accumulateAndGet(size, Math::max);
        slowest.accumulateAndGet(nanos, Math::max);
    }

    void rebuilt() {
        built.increment();
    }

    void damaged() {
        damaged.increment();
    }

    public void searched(boolean complete, int read) {
        searches.increment();
        fresh.add(read);
        if (!complete) {
            incomplete.increment();
        }
    }

    public long rows() {
        return rows.sum();
    }

    public long damages() {
        return damaged.sum();
    }

    public void collect(MetricSink sink) {
        sink.counter("search_commits_total", "Commits of search indexes.", commits.sum());
        sink.counter("search_rows_total", "Object changes applied to search indexes.", rows.sum());
        sink.gauge(
                "search_largest_commit_rows", "The largest number of changes in one commit.", (double) largest.get());
        sink.gauge(
                "search_longest_read_seconds",
                "The longest time spent reading the texts of one commit.",
                slowest.get() / 1e9);
        sink.counter("search_builds_total", "Search indexes rebuilt from scratch.", built.sum());
        sink.counter("search_damaged_total", "Search indexes found damaged.", damaged.sum());
        sink.counter("search_questions_total", "Searches answered.", searches.sum());
        sink.counter("search_fresh_texts_total", "Texts read from the store for searches.", fresh.sum());
        sink.counter("search_partial_answers_total", "Incomplete search results.", incomplete.sum());
    }
}
