package svc.search.lucene;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.search.SearchDocument;
import svc.api.search.SearchField;
import svc.api.search.SearchSource;
import svc.api.search.TextsUnavailableException;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * A search source of objects in the generic table of the test store. The body has the sort value in its first line and
 * one text per following line: field, name and text, separated by tabs.
 */
public final class Notes implements SearchSource {

    public static final String TYPE = "Note";
    static final Facets TEXT = Facets.of(0);
    static final Facets OTHER = Facets.of(1);

    private final Store store;
    private final boolean fixed;
    private int edition = 1;
    private int reads;
    private boolean unavailable;

    public Notes(Store store, boolean fixed) {
        this.store = store;
        this.fixed = fixed;
    }

    /** Raises the version of the source, as if all texts had changed. */
    public void edit() {
        edition++;
    }

    /** Makes all texts unavailable, or available again. */
    public void unavailable(boolean are) {
        unavailable = are;
    }

    /** Returns the number of texts that were read. */
    public int reads() {
        return reads;
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public int version() {
        return edition;
    }

    @Override
    public List<SearchField> fields() {
        return List.of(
                new SearchField("from", SearchField.Kind.LINE),
                new SearchField("title", SearchField.Kind.LINE),
                new SearchField("text", SearchField.Kind.TEXT),
                new SearchField("header", SearchField.Kind.NAMED));
    }

    @Override
    public Optional<Facets> indexedFacets() {
        return fixed ? Optional.empty() : Optional.of(TEXT);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.scan(TYPE, after, max).stream().map(Snapshot.Body::n).toList();
    }

    @Override
    public void read(Scope scope, Collection<Long> numbers, Consumer<SearchDocument> documents) {
        if (unavailable) {
            throw new TextsUnavailableException("Notes cannot be read now", new IOException("the backup is away"));
        }
        store.read(scope, snapshot -> snapshot.bodies(TYPE, numbers)).forEach((n, body) -> {
            reads++;
            documents.accept(document(n, body));
        });
    }

    private static SearchDocument document(long n, byte[] body) {
        String[] lines = new String(body, StandardCharsets.UTF_8).split("\n", -1);
        List<SearchDocument.Text> texts = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            String[] parts = lines[i].split("\t", -1);
            texts.add(new SearchDocument.Text(parts[0], parts[1], parts[2]));
        }
        return new SearchDocument(n, Long.parseLong(lines[0]), texts);
    }

    public static byte[] body(long order, List<SearchDocument.Text> texts) {
        StringBuilder body = new StringBuilder().append(order);
        for (SearchDocument.Text text : texts) {
            body.append('\n')
                    .append(text.field())
                    .append('\t')
                    .append(text.name())
                    .append('\t')
                    .append(text.text());
        }
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    static long create(Transaction tx, long order, List<SearchDocument.Text> texts) {
        long n = tx.logCreated(TYPE, Facets.ALL);
        tx.put(TYPE, n, body(order, texts));
        return n;
    }

    /** Creates a note with a title only. */
    public static long create(Transaction tx, String title) {
        return create(tx, 0, List.of(new SearchDocument.Text("title", title)));
    }

    public static void destroy(Transaction tx, long n) {
        tx.logDestroyed(TYPE, n);
        tx.remove(TYPE, List.of(n));
    }
}
