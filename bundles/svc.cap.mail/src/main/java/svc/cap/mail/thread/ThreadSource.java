package svc.cap.mail.thread;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Visibility;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.capability.ThreadsCapability;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.mailbox.VisibleEmails;
import svc.cap.mail.query.EmailQueryPlanner;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.ThreadMergeRows;
import svc.cap.mail.table.ThreadRows;
import svc.cap.mail.write.ThreadMerger;

/**
 * The source of the type {@code Thread} (RFC 8621 §3): the emails of a thread, oldest first. With
 * {@link ThreadsCapability}, a client can also query threads and read {@code mergedFrom}.
 */
@Component(service = TypeSource.class)
public final class ThreadSource implements TypeSource {

    private static final String EMAIL_IDS = "emailIds";
    private static final String MERGED_FROM = "mergedFrom";

    private static final TypeDescriptor SHAPE = new TypeDescriptor(
                    ThreadType.TYPE,
                    MailCapability.URN,
                    ThreadType.LETTER,
                    List.of(
                            new Property(EMAIL_IDS, Mutability.SERVER_SET).referringTo(EmailType.TYPE),
                            new Property(MERGED_FROM, Mutability.SERVER_SET).withCapability(ThreadsCapability.URN)),
                    EnumSet.of(
                            StandardMethod.GET,
                            StandardMethod.CHANGES,
                            StandardMethod.QUERY,
                            StandardMethod.QUERY_CHANGES))
            .inContainers(Mailbox.TYPE, LabelsCapability.TYPE)
            .withCapabilities(StandardMethod.GET, MailCapability.URN, ThreadsCapability.URN)
            .withCapabilities(StandardMethod.CHANGES, MailCapability.URN, ThreadsCapability.URN)
            .withCapabilities(StandardMethod.QUERY, ThreadsCapability.URN)
            .withCapabilities(StandardMethod.QUERY_CHANGES, ThreadsCapability.URN);

    private final EmailQueryPlanner queries;
    private final ThreadMerger threadMerger;

    @Activate
    public ThreadSource(@Reference EmailQueryPlanner queries, @Reference ThreadMerger threadMerger) {
        this.queries = queries;
        this.threadMerger = threadMerger;
    }

    @Override
    public TypeDescriptor descriptor() {
        return SHAPE;
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        threadMerger.ensure(scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return ThreadRows.numbers(snapshot.sql(), after, max);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, Visibility visibility, int max) {
        return visibility instanceof Visibility.InContainers in
                ? VisibleEmails.threads(snapshot.sql(), in, max)
                : TypeSource.super.numbers(snapshot, visibility, max);
    }

    @Override
    public Set<Long> visible(Snapshot snapshot, Visibility visibility, Collection<Long> numbers) {
        return visibility instanceof Visibility.InContainers in
                ? VisibleEmails.threadsAmong(snapshot.sql(), in, numbers)
                : TypeSource.super.visible(snapshot, visibility, numbers);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        VisibleContainers visible = VisibleContainers.of(selection.context().reach());
        Map<Long, List<Long>> merged = selection.contains(MERGED_FROM) && visible.isAll()
                ? ThreadMergeRows.mergedThreads(snapshot.sql(), numbers)
                : Map.of();
        members(snapshot, numbers, visible).forEach((thread, emails) -> {
            JsonWriter sink = objects.begin(thread);
            if (selection.contains(EMAIL_IDS)) {
                ids(sink, EMAIL_IDS, EmailType.LETTER, emails);
            }
            if (selection.contains(MERGED_FROM)) {
                ids(sink, MERGED_FROM, ThreadType.LETTER, merged.getOrDefault(thread, List.of()));
            }
            objects.end();
        });
    }

    /** Returns the visible emails of threads, oldest first. */
    private static Map<Long, List<Long>> members(
            Snapshot snapshot, Collection<Long> threads, VisibleContainers visible) {
        Map<Long, List<Long>> members = members(snapshot, threads);
        if (!visible.isAll()) {
            Set<Long> seen = visible.emails(
                    snapshot.sql(),
                    members.values().stream().flatMap(List::stream).toList());
            members.values().forEach(emails -> emails.retainAll(seen));
            members.values().removeIf(List::isEmpty);
        }
        return members;
    }

    /** Returns the emails of threads, oldest first. */
    static Map<Long, List<Long>> members(Snapshot snapshot, Collection<Long> threads) {
        Map<Long, List<Long>> members = new LinkedHashMap<>();
        EmailRows.members(snapshot.sql(), threads)
                .forEach(member -> members.computeIfAbsent(member.thread(), n -> new ArrayList<>())
                        .add(member.key().n()));
        return members;
    }

    private static void ids(JsonWriter sink, String name, char letter, List<Long> numbers) {
        sink.name(name).beginArray();
        numbers.forEach(n -> sink.string(ObjectId.format(letter, n)));
        sink.end();
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return new ThreadQuery(snapshot.sql(), queries.plan(snapshot, query, true));
    }
}
