package svc.cap.mail.email;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.TypeSource.ObjectSink;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.message.EmailProperties;

/**
 * Reads properties of an email as plain values, except for properties that need the bytes of the message. Not
 * thread-safe.
 */
final class EmailPropertyValues implements ObjectSink {

    private static final String ID = "id";

    private final Json json;
    private final JsonBuffer buffer;

    EmailPropertyValues(Json json) {
        this.json = json;
        this.buffer = json.buffer();
    }

    @Override
    public JsonWriter begin(long n) {
        return buffer.beginObject().stringMember(ID, ObjectId.format(EmailType.LETTER, n));
    }

    @Override
    public void end() {
        buffer.end();
    }

    /**
     * Returns the id and those of the properties that this class supports, or an empty map if the email does not exist.
     */
    Map<String, @Nullable Object> read(Snapshot snapshot, long n, Set<String> names) {
        Set<String> known = new LinkedHashSet<>(names);
        known.removeIf(name -> !EmailSource.STANDARD.contains(name) && !name.equals(MailV2Features.HASH));
        known.remove(EmailProperties.BODY_VALUES);
        buffer.beginArray();
        new EmailGet(List.of(n), EmailProperties.of(known, Map.of())).read(snapshot, this);
        buffer.end();
        Map<String, @Nullable Object> found = new LinkedHashMap<>();
        if (json.binding(Json.Names.EXACT).read(buffer.toByteArray(), Integer.MAX_VALUE) instanceof List<?> list
                && !list.isEmpty()
                && list.get(0) instanceof Map<?, ?> members) {
            members.forEach((name, value) -> found.put(String.valueOf(name), value));
        }
        return found;
    }
}
