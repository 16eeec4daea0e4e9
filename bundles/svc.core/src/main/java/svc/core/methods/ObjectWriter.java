package svc.core.methods;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.TypeSource.ObjectSink;
import svc.api.jmap.type.TypeSource.ReadTask;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.dispatch.RegisteredType;
import svc.core.sharing.ShareWith;

/** Writes objects as JSON: the id first, then contributed properties, then the type's own properties. */
final class ObjectWriter implements ObjectSink {

    private final RegisteredType type;
    private final RequestedProperties wanted;
    private final JsonWriter out;
    private final Set<Long> written = new HashSet<>();
    private Map<Long, Map<String, @Nullable Object>> contributed = Map.of();
    private Optional<Map<Long, Map<String, Set<String>>>> shares = Optional.empty();

    ObjectWriter(RegisteredType type, RequestedProperties wanted, JsonWriter out) {
        this.type = type;
        this.wanted = wanted;
        this.out = out;
    }

    /** Writes the objects that an open read of the source returns. */
    void write(Snapshot snapshot, Collection<Long> numbers, ReadTask portion) {
        contributed = contributed(snapshot, numbers);
        shares = wanted.own().contains(ShareWith.PROPERTY)
                ? type.sharing().map(sharing -> sharing.shares().of(snapshot, type.name(), numbers))
                : Optional.empty();
        portion.read(snapshot, this);
    }

    /** Returns the numbers of the objects written. */
    Set<Long> written() {
        return written;
    }

    private Map<Long, Map<String, @Nullable Object>> contributed(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Map<String, @Nullable Object>> all = new HashMap<>();
        wanted.contributed().forEach((part, names) -> {
            Map<Long, Map<String, @Nullable Object>> found = part.origin()
                    .use()
                    .inside(() -> part.contribution()
                            .read(snapshot, numbers, names, wanted.own().context()))
                    .orElse(Map.of());
            for (Long n : numbers) {
                Map<String, @Nullable Object> values = found.getOrDefault(n, Map.of());
                Map<String, @Nullable Object> mine = all.computeIfAbsent(n, key -> new HashMap<>());
                names.forEach(name -> mine.put(name, values.get(name)));
            }
        });
        return all;
    }

    @Override
    public JsonWriter begin(long n) {
        written.add(n);
        out.beginObject().stringMember("id", ObjectId.format(type.descriptor().idPrefix(), n));
        contributed
                .getOrDefault(n, Map.of())
                .forEach((name, value) -> out.name(name).value(value));
        shares.ifPresent(known -> out.name(ShareWith.PROPERTY).value(shareWith(n, known.getOrDefault(n, Map.of()))));
        return out;
    }

    private @Nullable Object shareWith(long n, Map<String, Set<String>> known) {
        ContainerRights rights = type.sharing().orElseThrow().rights();
        return known.isEmpty() || !ShareWith.maySee(wanted.own().context().reach(), type.name(), n, rights)
                ? null
                : ShareWith.toJson(known, rights);
    }

    @Override
    public void end() {
        out.end();
    }
}
