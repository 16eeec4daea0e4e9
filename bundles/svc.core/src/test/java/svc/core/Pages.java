package svc.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * Pages of books: a type with arguments of its own, whose texts lie outside the store. A query can show the last page of each
 * book alone.
 */
final class Pages implements TypeSource {

    static final String TYPE = "Page";
    static final String BOOK = "Book";
    private static final int TEXT = 0;
    private static final int READS = 1;

    final List<String> fetched = new ArrayList<>();
    private final Store store;
    private int entered;

    Pages(Store store) {
        this.store = store;
    }

    /** How often a call began. */
    int entered() {
        return entered;
    }

    @Override
    public Shape shape() {
        List<Property> properties = List.of(
                new Property("book"), new Property("reads"), new Property("text").demanded(), new Property("word:*"));
        return new Shape(TYPE, Note.URN, 'p', properties, EnumSet.complementOf(EnumSet.of(Verb.COPY)))
                .taking(Verb.GET, "most")
                .taking(Verb.SET, "loud")
                .taking(Verb.QUERY, "lastOfBook")
                .taking(Verb.QUERY_CHANGES, "lastOfBook")
                .telling(READS, "reads");
    }

    /** Writes nothing, but would be refused inside a work of the store. */
    private void outside(Scope scope) {
        store.write(scope, tx -> scope);
    }

    @Override
    public void enter(Scope scope) {
        outside(scope);
        entered++;
    }

    @Override
    public boolean accepts(String property) {
        return property.chars().noneMatch(Character::isUpperCase);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return Arrays.stream(snapshot.numbers(TYPE, 0, max)).boxed().toList();
    }

    private static Map<Long, String[]> found(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, String[]> found = new LinkedHashMap<>();
        snapshot.bodies(TYPE, numbers)
                .forEach((n, body) -> found.put(n, new String(body, StandardCharsets.UTF_8).split(":", 2)));
        return found;
    }

    @Override
    public Portion open(Scope scope, Collection<Long> numbers, Selection selection) {
        outside(scope);
        Object most = selection.more().getOrDefault("most", 100);
        if (!(most instanceof Number number)) {
            throw MethodError.invalidArguments("The argument most must be a number.");
        }
        fetched.add(numbers.size() + " by " + selection.caller().account().name() + " in "
                + selection.reach().account().name());
        String text = "a text from elsewhere".substring(0, Math.min(number.intValue(), 21));
        return (snapshot, objects) -> read(snapshot, numbers, selection, objects, text);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        read(snapshot, numbers, selection, objects, "");
    }

    private static void read(
            Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects, String text) {
        found(snapshot, numbers).forEach((n, fields) -> {
            JsonSink out = objects.begin(n);
            for (String name : selection.names()) {
                switch (name) {
                    case "book" -> out.member("book", fields[0]);
                    case "reads" -> out.member("reads", fields[1]);
                    case "text" -> out.member("text", text);
                    default -> out.name(name).truth(text.contains(name.substring("word:".length())));
                }
            }
            objects.end();
        });
    }

    @Override
    public void gather(Scope scope, SetBatch batch) {
        outside(scope);
        for (SetBatch.Create create : batch.creates()) {
            if (create.properties().get("book") instanceof String book) {
                create.keep(batch.more().containsKey("loud") ? book.toUpperCase(java.util.Locale.ROOT) : book);
            } else {
                create.refuse(SetError.invalidProperty("book", "A page is of a book."));
            }
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        for (SetBatch.Create create : batch.creates()) {
            long n = tx.created(TYPE, Facets.ALL);
            tx.put(TYPE, n, body((String) create.kept().orElseThrow(), 0));
            create.done(n, Map.of("book", create.kept().orElseThrow(), "reads", "0"));
        }
        Map<Long, String[]> before =
                found(tx, batch.updates().stream().map(SetBatch.Update::n).toList());
        for (SetBatch.Update update : batch.updates()) {
            String[] fields = before.getOrDefault(update.n(), new String[] {"", "0"});
            boolean moves = update.patch().containsKey("book");
            String book = moves ? String.valueOf(update.patch().get("book")) : fields[0];
            tx.put(TYPE, update.n(), body(book, Integer.parseInt(fields[1]) + (moves ? 0 : 1)));
            tx.updated(TYPE, update.n(), Facets.of(moves ? TEXT : READS));
            update.done(Map.of(), Set.of(moves ? "book" : "reads"));
        }
        for (SetBatch.Destroy destroy : batch.destroys()) {
            tx.destroyed(TYPE, destroy.n());
            tx.remove(TYPE, List.of(destroy.n()));
            destroy.done();
        }
    }

    private static byte[] body(String book, int reads) {
        return (book + ":" + reads).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        Map<Long, String> books = new LinkedHashMap<>();
        found(snapshot, new java.util.TreeSet<>(all(snapshot, Integer.MAX_VALUE)))
                .forEach((n, fields) -> books.put(n, fields[0]));
        boolean last = Boolean.TRUE.equals(query.more().get("lastOfBook"));
        Map<Object, Long> shown = new HashMap<>();
        books.forEach((n, book) -> shown.merge(last ? book : n, n, Math::max));
        return new Shelf(shown.values().stream().sorted().toList(), books, last);
    }

    /** The pages that are shown, and the books of all. */
    private record Shelf(List<Long> order, Map<Long, String> books, boolean last) implements ListedPlan {

        @Override
        public Optional<Set<Long>> touched(String type, Collection<Long> changed) {
            // Which book a page that is gone was of is told by the book, which changed with it.
            return type.equals(BOOK)
                    ? Optional.of(books.keySet().stream().collect(Collectors.toSet()))
                    : Optional.empty();
        }

        @Override
        public Map<String, Facets> reads() {
            return last ? Map.of(TYPE, Facets.of(TEXT), BOOK, Facets.ALL) : Map.of(TYPE, Facets.of(TEXT));
        }
    }
}
