package svc.cap.mail.search;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.search.SearchDocument;
import svc.api.search.SearchDocument.Text;
import svc.api.search.SearchField;
import svc.api.search.SearchField.Kind;
import svc.api.search.SearchSource;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.message.BodyStructureCodec;
import svc.mime.Part;

/**
 * Supplies the search documents of emails: header fields, file names, and the text of text parts. Only these sections
 * of a message are read. The documents never change. Thread-safe.
 */
@Component(service = {SearchSource.class, EmailSearchSource.class})
public final class EmailSearchSource implements SearchSource {

    static final String SUBJECT = "subject";
    static final String BODY = "body";
    static final String HEADER = "header";
    static final String ATTACHMENT = "attachment";

    /**
     * The header fields that have their own search field: the search field by the name of the header field in lower
     * case.
     */
    static final Map<String, String> FIELDS_OF_HEADERS =
            Map.of("from", "from", "to", "to", "cc", "cc", "bcc", "bcc", "subject", SUBJECT);

    private static final List<SearchField> FIELDS = List.of(
            new SearchField("from", Kind.LINE),
            new SearchField("to", Kind.LINE),
            new SearchField("cc", Kind.LINE),
            new SearchField("bcc", Kind.LINE),
            new SearchField(SUBJECT, Kind.LINE),
            new SearchField(ATTACHMENT, Kind.LINE),
            new SearchField(BODY, Kind.TEXT),
            new SearchField(HEADER, Kind.NAMED));

    private final Store store;
    private final AccountBlobs blobs;
    private final Directory directory;

    @Activate
    public EmailSearchSource(@Reference Store store, @Reference AccountBlobs blobs, @Reference Directory directory) {
        this.store = store;
        this.blobs = blobs;
        this.directory = directory;
    }

    @Override
    public String type() {
        return EmailType.TYPE;
    }

    @Override
    public List<SearchField> fields() {
        return FIELDS;
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.sql()
                .select(
                        "SELECT n FROM email WHERE account = :account AND n > ? ORDER BY n LIMIT ?",
                        row -> row.getLong(1),
                        after,
                        max);
    }

    /** The location and structure of an email. */
    private record Place(long n, long received, BlobId blob, Part root) {

        static Place of(Row row) {
            return new Place(
                    row.getLong(1),
                    row.getLong(2),
                    BlobId.of(requireNonNull(row.getBytes(3))),
                    BodyStructureCodec.decode(requireNonNull(row.getBytes(4))));
        }
    }

    @Override
    public void read(Scope scope, Collection<Long> numbers, Consumer<SearchDocument> documents) {
        List<Place> places = store.read(
                scope,
                snapshot -> snapshot.sql()
                        .selectIn(
                                "SELECT e.n, e.received, t.blob, t.structure FROM email e JOIN email_text t"
                                        + " ON t.account = e.account AND t.n = e.n"
                                        + " WHERE e.account = :account AND e.n IN (??)",
                                numbers,
                                Place::of));
        Optional<Account> account = directory.account(scope.n());
        Map<BlobId, StoredBlob> found =
                account.map(owner -> stored(scope, owner, places)).orElse(Map.of());
        for (Place place : places) {
            List<Text> texts = Optional.ofNullable(found.get(place.blob()))
                    .map(stored -> SearchableTexts.of(stored, place.root()))
                    .orElse(List.of());
            documents.accept(new SearchDocument(place.n(), place.received(), texts));
        }
    }

    private Map<BlobId, StoredBlob> stored(Scope scope, Account account, List<Place> places) {
        return store.read(scope, snapshot -> {
            Map<BlobId, StoredBlob> found = new HashMap<>();
            places.forEach(
                    place -> blobs.find(account, place.blob()).ifPresent(stored -> found.put(place.blob(), stored)));
            return found;
        });
    }

    /** The subject and body text of an email as indexed. */
    record Shown(String subject, String body) {

        static Shown of(SearchDocument document) {
            StringBuilder body = new StringBuilder();
            String subject = "";
            for (Text text : document.texts()) {
                if (text.field().equals(SUBJECT)) {
                    subject = text.text();
                } else if (text.field().equals(BODY)) {
                    body.append(text.text()).append('\n');
                }
            }
            return new Shown(subject, body.toString());
        }
    }
}
