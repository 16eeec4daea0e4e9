package svc.cap.mail;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.TypeSource.ObjectSink;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Reads properties of a message as plain values: those that do not lie in its bytes alone. For one thread. */
final class PlainEmail implements ObjectSink {

    private static final String ID = "id";

    private final Json json;
    private final JsonBuffer buffer;

    PlainEmail(Json json) {
        this.json = json;
        this.buffer = json.buffer();
    }

    @Override
    public JsonSink begin(long n) {
        return buffer.object().member(ID, ObjectId.text(Email.LETTER, n));
    }

    @Override
    public void end() {
        buffer.end();
    }

    /** Those of the properties that are known here, and the id; nothing when there is no such message. */
    Map<String, @Nullable Object> read(Snapshot snapshot, long n, Set<String> names) {
        Set<String> known = new LinkedHashSet<>(names);
        known.removeIf(name -> !EmailSource.STANDARD.contains(name) && !name.equals(SecondSurface.HASH));
        known.remove(EmailProperties.BODY_VALUES);
        buffer.array();
        new EmailReading(List.of(n), EmailProperties.of(known, Map.of())).read(snapshot, this);
        buffer.end();
        Map<String, @Nullable Object> found = new LinkedHashMap<>();
        if (json.binding(Json.Names.EXACT).read(buffer.bytes(), Integer.MAX_VALUE) instanceof List<?> list
                && !list.isEmpty()
                && list.get(0) instanceof Map<?, ?> members) {
            members.forEach((name, value) -> found.put(String.valueOf(name), value));
        }
        return found;
    }
}
