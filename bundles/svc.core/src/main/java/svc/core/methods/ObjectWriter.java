package svc.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.TypeSource.ObjectSink;
import svc.api.jmap.TypeSource.Portion;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Writes objects: the id first, then what other bundles contribute, then what the source itself says. */
final class ObjectWriter implements ObjectSink {

    private final KnownType type;
    private final Wanted wanted;
    private final JsonSink out;
    private final Set<Long> written = new HashSet<>();
    private Map<Long, Map<String, @Nullable Object>> contributed = Map.of();

    ObjectWriter(KnownType type, Wanted wanted, JsonSink out) {
        this.type = type;
        this.wanted = wanted;
        this.out = out;
    }

    void write(Snapshot snapshot, Collection<Long> numbers) {
        write(snapshot, numbers, (read, objects) -> type.source().read(read, numbers, wanted.own(), objects));
    }

    /** Writes what the source has opened. */
    void write(Snapshot snapshot, Collection<Long> numbers, Portion portion) {
        contributed = contributed(snapshot, numbers);
        portion.read(snapshot, this);
    }

    /** The numbers of the objects that were there. */
    Set<Long> written() {
        return written;
    }

    private Map<Long, Map<String, @Nullable Object>> contributed(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Map<String, @Nullable Object>> all = new HashMap<>();
        wanted.contributed().forEach((part, names) -> {
            Map<Long, Map<String, @Nullable Object>> found = part.origin()
                    .use()
                    .inside(() -> part.contribution().read(snapshot, numbers, names))
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
    public JsonSink begin(long n) {
        written.add(n);
        out.object().member("id", ObjectId.text(type.shape().letter(), n));
        contributed
                .getOrDefault(n, Map.of())
                .forEach((name, value) -> out.name(name).value(value));
        return out;
    }

    @Override
    public void end() {
        out.end();
    }
}
