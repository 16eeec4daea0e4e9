package svc.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.identity.Account;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * Pages of books: a type with additional arguments whose texts are stored outside the database. A query can show only
 * the last page of each book.
 */
public final class Pages implements TypeSource {

    public static final String TYPE = "Page";
    public static final String BOOK = "Book";
    private static final int TEXT = 0;
    private static final int READS = 1;

    public final List<String> fetched = new ArrayList<>();
    private final Store store;
    private int entered;

    public Pages(Store store) {
        this.store = store;
    }

    /** Returns the number of calls that began. */
    public int entered() {
        return entered;
    }

    @Override
    public TypeDescriptor descriptor() {
        List<Property> properties = List.of(
                new Property("book"),
                new Property("reads"),
                new Property("text").onDemandOnly(),
                new Property("word:*"));
        return new TypeDescriptor(
                        TYPE, Note.URN, 'p', properties, EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)))
                .withArguments(StandardMethod.GET, "most")
                .withArguments(StandardMethod.SET, "loud")
                .withArguments(StandardMethod.QUERY, "lastOfBook")
                .withArguments(StandardMethod.QUERY_CHANGES, "lastOfBook")
                .withFacetProperties(READS, "reads");
    }

    /** Writes nothing. It fails if called inside a store transaction. */
    private void outside(Scope scope) {
        store.write(scope, tx -> scope);
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        outside(scope);
        entered++;
    }

    @Override
    public boolean matchesPattern(String property) {
        return property.chars().noneMatch(Character::isUpperCase);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.scan(TYPE, after, max).stream().map(Snapshot.Body::n).toList();
    }

    private static Map<Long, String[]> found(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, String[]> found = new LinkedHashMap<>();
        snapshot.bodies(TYPE, numbers)
                .forEach((n, body) -> found.put(n, new String(body, StandardCharsets.UTF_8).split(":", 2)));
        return found;
    }

    @Override
    public ReadTask openRead(Scope scope, Collection<Long> numbers, PropertySelection selection) {
        outside(scope);
        Object most = selection.context().extraArguments().getOrDefault("most", 100);
        if (!(most instanceof Number number)) {
            throw MethodError.invalidArguments("The argument most must be a number.");
        }
        fetched.add(
                numbers.size() + " by " + selection.context().caller().account().name() + " in "
                        + selection.context().reach().account().name());
        String text = "a text from elsewhere".substring(0, Math.min(number.intValue(), 21));
        return (snapshot, objects) -> read(snapshot, numbers, selection, objects, text);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        read(snapshot, numbers, selection, objects, "");
    }

    private static void read(
            Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects, String text) {
        found(snapshot, numbers).forEach((n, fields) -> {
            JsonWriter out = objects.begin(n);
            for (String name : selection.names()) {
                switch (name) {
                    case "book" -> out.stringMember("book", fields[0]);
                    case "reads" -> out.stringMember("reads", fields[1]);
                    case "text" -> out.stringMember("text", text);
                    default -> out.name(name).bool(text.contains(name.substring("word:".length())));
                }
            }
            objects.end();
        });
    }

    @Override
    public void loadExternal(Scope scope, SetBatch batch) {
        outside(scope);
        for (SetBatch.Create create : batch.creates()) {
            if (create.properties().get("book") instanceof String book) {
                create.attach(
                        batch.context().extraArguments().containsKey("loud")
                                ? book.toUpperCase(java.util.Locale.ROOT)
                                : book);
            } else {
                create.reject(SetError.invalidProperty("book", "A page is of a book."));
            }
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        for (SetBatch.Create create : batch.creates()) {
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.put(TYPE, n, body((String) create.attachment().orElseThrow(), 0));
            create.created(n, Map.of("book", create.attachment().orElseThrow(), "reads", "0"));
        }
        Map<Long, String[]> before =
                found(tx, batch.updates().stream().map(SetBatch.Update::n).toList());
        for (SetBatch.Update update : batch.updates()) {
            String[] fields = before.getOrDefault(update.n(), new String[] {"", "0"});
            boolean moves = update.patch().containsKey("book");
            String book = moves ? String.valueOf(update.patch().get("book")) : fields[0];
            tx.put(TYPE, update.n(), body(book, Integer.parseInt(fields[1]) + (moves ? 0 : 1)));
            tx.logUpdated(TYPE, update.n(), Facets.of(moves ? TEXT : READS));
            update.updated(Map.of(), Set.of(moves ? "book" : "reads"));
        }
        for (SetBatch.Destroy destroy : batch.destroys()) {
            tx.logDestroyed(TYPE, destroy.n());
            tx.remove(TYPE, List.of(destroy.n()));
            destroy.destroyed();
        }
    }

    private static byte[] body(String book, int reads) {
        return (book + ":" + reads).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        Map<Long, String> books = new LinkedHashMap<>();
        found(snapshot, new java.util.TreeSet<>(numbers(snapshot, 0, Integer.MAX_VALUE)))
                .forEach((n, fields) -> books.put(n, fields[0]));
        boolean last = Boolean.TRUE.equals(query.context().extraArguments().get("lastOfBook"));
        Map<Object, Long> shown = new HashMap<>();
        books.forEach((n, book) -> shown.merge(last ? book : n, n, Math::max));
        return new Shelf(shown.values().stream().sorted().toList(), books, last);
    }

    /** The plan: the visible pages, and the books of all pages. */
    private record Shelf(List<Long> order, Map<Long, String> books, boolean last) implements ListedPlan {

        @Override
        public Optional<Set<Long>> affectedBy(String type, Collection<Long> changed) {
            // The book of a destroyed page is not stored. The change of the book itself reports it.
            return type.equals(BOOK)
                    ? Optional.of(books.keySet().stream().collect(Collectors.toSet()))
                    : Optional.empty();
        }

        @Override
        public Map<String, Facets> dependencies() {
            return last ? Map.of(TYPE, Facets.of(TEXT), BOOK, Facets.ALL) : Map.of(TYPE, Facets.of(TEXT));
        }
    }
}
