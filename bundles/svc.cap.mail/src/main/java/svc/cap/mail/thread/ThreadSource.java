package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * {@code Thread} (RFC 8621 §3): the messages that belong together, the oldest first. Who uses {@link ThreadsCapability} can look for
 * threads too, and sees which others became one with a thread.
 */
@Component(service = TypeSource.class)
public final class ThreadSource implements TypeSource {

    private static final String EMAIL_IDS = "emailIds";
    private static final String MERGED_FROM = "mergedFrom";

    private static final Shape SHAPE = new Shape(
                    MailThread.TYPE,
                    MailCapability.URN,
                    MailThread.LETTER,
                    List.of(
                            new Property(EMAIL_IDS, Optional.empty(), Optional.of(Email.TYPE), true),
                            new Property(MERGED_FROM, Optional.of(ThreadsCapability.URN), Optional.empty(), true)),
                    EnumSet.of(Verb.GET, Verb.CHANGES, Verb.QUERY, Verb.QUERY_CHANGES))
            .under(Verb.GET, MailCapability.URN, ThreadsCapability.URN)
            .under(Verb.CHANGES, MailCapability.URN, ThreadsCapability.URN)
            .under(Verb.QUERY, ThreadsCapability.URN)
            .under(Verb.QUERY_CHANGES, ThreadsCapability.URN);

    private final EmailQueries queries;
    private final ThreadMerging merging;

    /** Threads of messages that are found by these. */
    @Activate
    public ThreadSource(@Reference EmailQueries queries, @Reference ThreadMerging merging) {
        this.queries = queries;
        this.merging = merging;
    }

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public void enter(Scope scope) {
        merging.ensure(scope);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return ThreadRows.some(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        Map<Long, List<Long>> merged = selection.has(MERGED_FROM) ? MergedRows.into(snapshot.sql(), numbers) : Map.of();
        members(snapshot, numbers).forEach((thread, emails) -> {
            JsonSink sink = objects.begin(thread);
            if (selection.has(EMAIL_IDS)) {
                ids(sink, EMAIL_IDS, Email.LETTER, emails);
            }
            if (selection.has(MERGED_FROM)) {
                ids(sink, MERGED_FROM, MailThread.LETTER, merged.getOrDefault(thread, List.of()));
            }
            objects.end();
        });
    }

    /** The messages of threads, the oldest first. */
    static Map<Long, List<Long>> members(Snapshot snapshot, Collection<Long> threads) {
        Map<Long, List<Long>> members = new LinkedHashMap<>();
        EmailRows.members(snapshot.sql(), threads)
                .forEach(member -> members.computeIfAbsent(member.thread(), n -> new ArrayList<>())
                        .add(member.key().n()));
        return members;
    }

    private static void ids(JsonSink sink, String name, char letter, List<Long> numbers) {
        sink.name(name).array();
        numbers.forEach(n -> sink.text(ObjectId.text(letter, n)));
        sink.end();
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return new ThreadPlan(snapshot.sql(), queries.plan(snapshot, query, true));
    }
}
