package svc.cap.mail.email;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Account;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Visibility;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.label.LabelRemoval;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.mailbox.VisibleEmails;
import svc.cap.mail.message.EmailProperties;
import svc.cap.mail.message.HeaderProperty;
import svc.cap.mail.query.EmailQueryPlanner;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.ThreadMerger;

/** The source of the type {@code Email} (RFC 8621 §4) with its standard methods. */
@Component(service = TypeSource.class)
public final class EmailSource implements TypeSource {

    private static final String MAILBOXES = "mailboxIds";

    private static final Set<String> MUTABLE = Set.of(MAILBOXES, "keywords");

    private static final Set<String> SERVER_SET = Set.of("blobId", "threadId", "size", "hasAttachment", "preview");

    /** The default properties of {@code Email/get} (RFC 8621 §4.2). */
    static final List<String> STANDARD = Stream.concat(
                    Stream.of("blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt"),
                    EmailProperties.OF_MESSAGE.stream())
            .toList();

    private static final TypeDescriptor SHAPE = new TypeDescriptor(
                    EmailType.TYPE,
                    MailCapability.URN,
                    EmailType.LETTER,
                    properties(),
                    EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)))
            .inContainers(Mailbox.TYPE, LabelsCapability.TYPE)
            .withArguments(StandardMethod.GET, EmailProperties.ARGUMENTS.toArray(new String[0]))
            .withArguments(StandardMethod.QUERY, "collapseThreads")
            .withArguments(StandardMethod.QUERY_CHANGES, "collapseThreads")
            .withFacetProperties(MailStore.DELIVERY_FACET);

    private final Store store;
    private final AccountBlobs blobs;
    private final BlobAccess blobAccess;
    private final EmailQueryPlanner queries;
    private final EmailSet changes;
    private final ThreadMerger threadMerger;
    private final LabelRemoval removal;
    private final ContainerWatch watch;

    @Activate
    public EmailSource(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference BlobAccess blobAccess,
            @Reference EmailQueryPlanner queries,
            @Reference EmailSet changes,
            @Reference ThreadMerger threadMerger,
            @Reference LabelRemoval removal,
            @Reference ContainerWatch watch) {
        this.store = store;
        this.blobs = blobs;
        this.blobAccess = blobAccess;
        this.queries = queries;
        this.changes = changes;
        this.threadMerger = threadMerger;
        this.removal = removal;
        this.watch = watch;
    }

    private static List<Property> properties() {
        List<Property> properties = new ArrayList<>();
        for (String name : STANDARD) {
            properties.add(new Property(name, mutability(name)));
        }
        properties.replaceAll(one -> one.name().equals(MAILBOXES) ? one.referringTo(Mailbox.TYPE) : one);
        properties.addAll(MailV2Features.properties());
        properties.add(new Property(EmailProperties.BODY_STRUCTURE, Mutability.IMMUTABLE).onDemandOnly());
        properties.add(new Property(EmailProperties.HEADERS, Mutability.IMMUTABLE).onDemandOnly());
        properties.add(new Property(HeaderProperty.PREFIX + "*", Mutability.IMMUTABLE));
        return properties;
    }

    private static Mutability mutability(String name) {
        return MUTABLE.contains(name)
                ? Mutability.MUTABLE
                : SERVER_SET.contains(name) ? Mutability.SERVER_SET : Mutability.IMMUTABLE;
    }

    @Override
    public TypeDescriptor descriptor() {
        return SHAPE;
    }

    @Override
    public boolean matchesPattern(String property) {
        return HeaderProperty.of(property).isPresent();
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        threadMerger.ensure(scope);
        removal.ensure(scope);
        watch.ensure(scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.sql()
                .select(
                        "select n from email where account = :account and n > ? order by n limit ?",
                        row -> row.getLong(1),
                        after,
                        max);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, Visibility visibility, int max) {
        return visibility instanceof Visibility.InContainers in
                ? VisibleEmails.emails(snapshot.sql(), in, max)
                : TypeSource.super.numbers(snapshot, visibility, max);
    }

    @Override
    public Set<Long> visible(Snapshot snapshot, Visibility visibility, Collection<Long> numbers) {
        return VisibleEmails.among(snapshot.sql(), visibility, numbers);
    }

    @Override
    public boolean supportsSharedCreates() {
        return true;
    }

    @Override
    public ReadTask openRead(Scope scope, Collection<Long> numbers, PropertySelection selection) {
        EmailProperties requested =
                EmailProperties.of(selection.names(), selection.context().extraArguments());
        return new EmailGet(numbers, requested, visible(selection)).fetch(store, scope, bytes(selection));
    }

    private static VisibleContainers visible(PropertySelection selection) {
        return VisibleContainers.of(selection.context().reach());
    }

    private EmailGet.Bytes bytes(PropertySelection selection) {
        return new EmailGet.Bytes() {
            @Override
            public Optional<StoredBlob> known(BlobId blob) {
                return blobs.find(selection.context().reach().account(), blob);
            }

            @Override
            public Optional<StoredBlob> find(BlobId blob) throws IOException {
                return blobAccess.find(
                        selection.context().caller(), selection.context().reach(), blob.toString());
            }
        };
    }

    @Override
    public Map<String, @Nullable Object> comparisonArguments() {
        return Map.of("fetchAllBodyValues", true);
    }

    /** Returns true for some of the body values, each of which may be truncated. */
    @Override
    public boolean isCurrent(String property, @Nullable Object sent, @Nullable Object current) {
        return property.equals(EmailProperties.BODY_VALUES)
                && sent instanceof Map<?, ?> some
                && current instanceof Map<?, ?> all
                && some.entrySet().stream().allMatch(one -> isPart(one.getValue(), all.get(one.getKey())));
    }

    private static boolean isPart(@Nullable Object sent, @Nullable Object current) {
        return Objects.equals(sent, current)
                || (sent instanceof Map<?, ?> part
                        && current instanceof Map<?, ?> whole
                        && Boolean.TRUE.equals(part.get("isTruncated"))
                        && part.get("value") instanceof String beginning
                        && whole.get("value") instanceof String text
                        && text.startsWith(beginning));
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        new EmailGet(numbers, EmailProperties.of(selection.names(), Map.of()), visible(selection))
                .read(snapshot, objects);
    }

    @Override
    public void loadExternal(Scope scope, SetBatch batch) {
        changes.collect(batch);
    }

    @Override
    public void validate(Snapshot snapshot, SetBatch batch) {
        changes.prepare(batch);
    }

    @Override
    public boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return changes.apply(tx, batch, pace);
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return queries.plan(snapshot, query);
    }
}
