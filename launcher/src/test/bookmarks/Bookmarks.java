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
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.jmap.StandardMethod;
import svc.api.json.JsonWriter;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** The capability and its type, whose objects are in a table of the bundle. */
public final class Bookmarks implements Capability, TypeSource {

    private static final String URN = "urn:example:params:jmap:bookmarks";
    private static final String TYPE = "Bookmark";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public TypeDescriptor descriptor() {
        List<Property> properties = List.of(new Property("url"), new Property("title"));
        return new TypeDescriptor(TYPE, URN, 'b', properties, EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)));
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.sql().select(
                "select n from bookmarks_bookmark where account = :account and n > ? order by n limit ?",
                row -> row.getLong(1), after, max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        found(snapshot, numbers).forEach((n, bookmark) -> {
            JsonWriter out = objects.begin(n);
            if (selection.contains("url")) {
                out.stringMember("url", bookmark.url());
            }
            if (selection.contains("title")) {
                out.stringMember("title", bookmark.title());
            }
            objects.end();
        });
    }

    private static Map<Long, Bookmark> found(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Bookmark> found = new HashMap<>();
        snapshot.sql().selectIn(
                "select n, url, title from bookmarks_bookmark where account = :account and n in (??)",
                numbers, row -> found.put(row.getLong(1), Bookmark.in(row)));
        return found;
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        List<List<Object>> rows = new ArrayList<>();
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> {
                Bookmark bookmark = Bookmark.NONE.with(create.properties());
                long n = tx.logCreated(TYPE, Facets.ALL);
                rows.add(List.of(n, bookmark.url(), bookmark.title()));
                create.created(n, create.properties().containsKey("title") ? Map.of() : Map.of("title", ""));
            });
        }
        Map<Long, Bookmark> before = found(tx, numbers(batch));
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> {
                Bookmark bookmark = there(before, update.n()).with(update.patch());
                tx.logUpdated(TYPE, update.n(), Facets.ALL);
                rows.add(List.of(update.n(), bookmark.url(), bookmark.title()));
                update.updated(Map.of());
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
                tx.logDestroyed(TYPE, destroy.n());
                gone.add(destroy.n());
                destroy.destroyed();
            });
        }
        tx.sql().updateIn("delete from bookmarks_bookmark where account = :account and n in (??)", gone);
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
                row -> row.getLong(1), part));
    }

    private static String urlContains(Query.Filter filter) {
        if (filter instanceof Query.FilterCondition condition
                && condition.members().size() == 1
                && condition.members().get("urlContains") instanceof String text) {
            return text;
        }
        throw new MethodError("unsupportedFilter", "The one condition of bookmarks is urlContains.");
    }

    private static String byTitle(Query.SortComparator order) {
        if (!order.property().equals("title") || order.collation().isPresent()) {
            throw new MethodError("unsupportedSort", "Bookmarks are sorted by their title alone.");
        }
        return order.ascending() ? "title, n" : "title desc, n desc";
    }
}
