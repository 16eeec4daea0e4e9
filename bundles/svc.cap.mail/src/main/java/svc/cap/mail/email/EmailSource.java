package svc.cap.mail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/** Messages as a type (RFC 8621 §4): {@code /get}, {@code /changes}, {@code /query}, {@code /queryChanges} and {@code /set}. */
@Component(service = TypeSource.class)
public final class EmailSource implements TypeSource {

    private static final Set<String> SERVER_SET = Set.of("blobId", "threadId", "size", "hasAttachment", "preview");

    /** What a client gets who names nothing (§4.2). */
    static final List<String> STANDARD = Stream.concat(
                    Stream.of("blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt"),
                    EmailProperties.OF_MESSAGE.stream())
            .toList();

    private static final Shape SHAPE = new Shape(
                    Email.TYPE,
                    MailCapability.URN,
                    Email.LETTER,
                    properties(),
                    EnumSet.complementOf(EnumSet.of(Verb.COPY)))
            .taking(Verb.GET, EmailProperties.ARGUMENTS.toArray(new String[0]))
            .taking(Verb.QUERY, "collapseThreads")
            .taking(Verb.QUERY_CHANGES, "collapseThreads");

    private final Store store;
    private final Blobs blobs;
    private final BlobSight sight;
    private final EmailQueries queries;
    private final EmailChanges changes;
    private final ThreadMerging merging;
    private final LabelRemoval removal;

    /** Messages of this store. */
    @Activate
    public EmailSource(
            @Reference Store store,
            @Reference Blobs blobs,
            @Reference BlobSight sight,
            @Reference EmailQueries queries,
            @Reference EmailChanges changes,
            @Reference ThreadMerging merging,
            @Reference LabelRemoval removal) {
        this.store = store;
        this.blobs = blobs;
        this.sight = sight;
        this.queries = queries;
        this.changes = changes;
        this.merging = merging;
        this.removal = removal;
    }

    private static List<Property> properties() {
        List<Property> properties = new ArrayList<>();
        for (String name : STANDARD) {
            Optional<String> refersTo = name.equals("mailboxIds") ? Optional.of(Mailbox.TYPE) : Optional.empty();
            properties.add(new Property(name, Optional.empty(), refersTo, SERVER_SET.contains(name)));
        }
        properties.addAll(SecondSurface.properties());
        properties.add(new Property(EmailProperties.BODY_STRUCTURE).demanded());
        properties.add(new Property(EmailProperties.HEADERS).demanded());
        properties.add(new Property(HeaderProperty.PREFIX + "*"));
        return properties;
    }

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public boolean accepts(String property) {
        return HeaderProperty.of(property).isPresent();
    }

    @Override
    public void enter(Scope scope) {
        merging.ensure(scope);
        removal.ensure(scope);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return snapshot.sql()
                .select("select n from email where account = :account order by n limit ?", row -> row.number(1), max);
    }

    @Override
    public Portion open(Scope scope, Collection<Long> numbers, Selection selection) {
        EmailProperties wanted = EmailProperties.of(selection.names(), selection.more());
        return new EmailReading(numbers, wanted).fetch(store, scope, bytes(selection));
    }

    private EmailReading.Bytes bytes(Selection selection) {
        return new EmailReading.Bytes() {
            @Override
            public Optional<Stored> kept(BlobId blob) {
                return blobs.find(selection.reach().account(), blob);
            }

            @Override
            public Optional<Stored> sought(BlobId blob) throws IOException {
                return sight.find(selection.caller(), selection.reach(), blob.toString());
            }
        };
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        new EmailReading(numbers, EmailProperties.of(selection.names(), Map.of())).read(snapshot, objects);
    }

    @Override
    public void gather(Scope scope, SetBatch batch) {
        changes.gather(batch);
    }

    @Override
    public void prepare(Snapshot snapshot, SetBatch batch) {
        changes.prepare(snapshot, batch);
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        changes.apply(tx, batch);
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return queries.plan(snapshot, query);
    }
}
