package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Selection;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** {@code Thread} (RFC 8621 §3): the messages that belong together, the oldest first. */
@Component
public final class ThreadSource implements TypeSource {

    private static final String EMAIL_IDS = "emailIds";

    @Override
    public Shape shape() {
        return new Shape(
                MailThread.TYPE,
                MailCapability.URN,
                MailThread.LETTER,
                List.of(new Property(EMAIL_IDS, Optional.empty(), Optional.of(Email.TYPE), true)),
                EnumSet.of(Verb.GET, Verb.CHANGES));
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return ThreadRows.some(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        Map<Long, List<Long>> members = new LinkedHashMap<>();
        EmailRows.members(snapshot.sql(), numbers)
                .forEach(member -> members.computeIfAbsent(member.thread(), n -> new ArrayList<>())
                        .add(member.key().n()));
        members.forEach((thread, emails) -> {
            JsonSink sink = objects.begin(thread);
            if (selection.has(EMAIL_IDS)) {
                sink.name(EMAIL_IDS).array();
                emails.forEach(n -> sink.text(ObjectId.text(Email.LETTER, n)));
                sink.end();
            }
            objects.end();
        });
    }
}
