package org.example.bookmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.operation.AdminView;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Bookmarks for operators: their lengths, a counter of views, and a health check. */
public final class BookmarksView implements AdminView, MetricSource, HealthCheck {

    private final int shown;
    private final LongAdder looks = new LongAdder();

    public BookmarksView(Map<String, Object> settings) {
        this.shown = ((Number) settings.get("shown")).intValue();
    }

    @Override
    public String name() {
        return "bookmarks";
    }

    @Override
    public Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor) {
        looks.increment();
        int most = Math.min(limit, shown);
        long after = cursor.isEmpty() ? 0 : ObjectId.parse('b', cursor.get()).orElseThrow(Page::badCursor);
        List<Map<String, Object>> found = snapshot.sql().select(
                "select n, length(url) from bookmarks_bookmark where account = :account and n > ? order by n limit ?",
                row -> {
                    Map<String, Object> members = new LinkedHashMap<>();
                    members.put("id", ObjectId.format('b', row.getLong(1)));
                    members.put("url_length", row.getLong(2));
                    return members;
                },
                after, most + 1);
        long total = snapshot.sql().select(
                "select count(*) from bookmarks_bookmark where account = :account", row -> row.getLong(1)).get(0);
        return Page.of(found, most, total, one -> String.valueOf(one.get("id")));
    }

    @Override
    public void collect(MetricSink sink) {
        sink.counter("bookmarks_looks_total", "How often an operator looked at bookmarks", looks.sum());
    }

    @Override
    public String family() {
        return "bookmarks";
    }

    @Override
    public List<Finding> run() {
        return List.of(shown > 1
                ? Finding.ok("bookmarks-shown", "Operators see " + shown + " bookmarks at once.")
                : Finding.warn(
                        "bookmarks-shown",
                        "Operators see bookmarks one by one.",
                        "Set [bookmarks] shown to 2 or more."));
    }
}
