package org.example.bookmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import svc.api.jmap.Capability;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** The capability, and its one type, whose objects lie in a table of the bundle's own. */
public final class Bookmarks implements Capability, TypeSource {

    private static final String URN = "urn:example:params:jmap:bookmarks";
    private static final String TYPE = "Bookmark";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Shape shape() {
        List<Property> properties = List.of(new Property("url"), new Property("title"));
        return new Shape(TYPE, URN, 'b', properties, EnumSet.complementOf(EnumSet.of(Verb.COPY)));
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return snapshot.sql().select(
                "select n from bookmarks_bookmark where account = :account order by n limit ?",
                row -> row.number(1), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        found(snapshot, numbers).forEach((n, bookmark) -> {
            JsonSink out = objects.begin(n);
            if (selection.has("url")) {
                out.member("url", bookmark.url());
            }
            if (selection.has("title")) {
                out.member("title", bookmark.title());
            }
            objects.end();
        });
    }

    private static Map<Long, Bookmark> found(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Bookmark> found = new HashMap<>();
        snapshot.sql().selectAmong(
                "select n, url, title from bookmarks_bookmark where account = :account and n in (??)",
                numbers, row -> found.put(row.number(1), Bookmark.in(row)));
        return found;
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        List<List<Object>> rows = new ArrayList<>();
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> {
                Bookmark bookmark = Bookmark.NONE.with(create.properties());
                long n = tx.created(TYPE, Facets.ALL);
                rows.add(List.of(n, bookmark.url(), bookmark.title()));
                create.done(n, create.properties().containsKey("title") ? Map.of() : Map.of("title", ""));
            });
        }
        Map<Long, Bookmark> before = found(tx, numbers(batch));
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> {
                Bookmark bookmark = there(before, update.n()).with(update.patch());
                tx.updated(TYPE, update.n(), Facets.ALL);
                rows.add(List.of(update.n(), bookmark.url(), bookmark.title()));
                update.done(Map.of());
            });
        }
        tx.sql().insert(
                "insert into bookmarks_bookmark(account, n, url, title) values (:account, ?, ?, ?)"
                        + " on conflict do update set url = excluded.url, title = excluded.title",
                rows);
        List<Long> gone = new ArrayList<>();
        for (SetBatch.Destroy destroy : batch.destroys()) {
            destroy.attempt(() -> {
                there(before, destroy.n());
                tx.destroyed(TYPE, destroy.n());
                gone.add(destroy.n());
                destroy.done();
            });
        }
        tx.sql().changeAmong("delete from bookmarks_bookmark where account = :account and n in (??)", gone);
    }

    private static List<Long> numbers(SetBatch batch) {
        return Stream.concat(
                        batch.updates().stream().map(SetBatch.Update::n),
                        batch.destroys().stream().map(SetBatch.Destroy::n))
                .toList();
    }

    private static Bookmark there(Map<Long, Bookmark> found, long n) {
        Bookmark bookmark = found.get(n);
        if (bookmark == null) {
            throw SetError.notFound();
        }
        return bookmark;
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        String part = query.filter().map(Bookmarks::urlContains).orElse("");
        String order = switch (query.sort().size()) {
            case 0 -> "n";
            case 1 -> byTitle(query.sort().get(0));
            default -> throw new MethodError("unsupportedSort", "Bookmarks are sorted by their title alone.");
        };
        return new Listed(snapshot.sql().select(
                "select n from bookmarks_bookmark where account = :account and instr(url, ?) > 0 order by " + order,
                row -> row.number(1), part));
    }

    private static String urlContains(Query.Filter filter) {
        if (filter instanceof Query.Condition condition
                && condition.members().size() == 1
                && condition.members().get("urlContains") instanceof String text) {
            return text;
        }
        throw new MethodError("unsupportedFilter", "The one condition of bookmarks is urlContains.");
    }

    private static String byTitle(Query.Order order) {
        if (!order.property().equals("title") || order.collation().isPresent()) {
            throw new MethodError("unsupportedSort", "Bookmarks are sorted by their title alone.");
        }
        return order.ascending() ? "title, n" : "title desc, n desc";
    }
}
