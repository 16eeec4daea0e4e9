package svc.core.methods;

import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonWriter;

/** Writes the results of the changes. An empty list is written as null (RFC 8620 §5.3). */
final class SetResponseWriter {

    private final JsonWriter out;

    SetResponseWriter(JsonWriter out) {
        this.out = out;
    }

    void created(Map<String, PendingChange.Create> creates, LongFunction<String> id) {
        if (none("created", creates)) {
            return;
        }
        out.beginObject();
        creates.forEach((key, create) -> create.n().ifPresent(n -> {
            out.name(key).beginObject().stringMember("id", id.apply(n));
            create.answer().forEach((name, value) -> out.name(name).value(value));
            out.end();
        }));
        out.end();
    }

    void updated(Map<String, PendingChange.Update> updates, LongFunction<String> id) {
        if (none("updated", updates)) {
            return;
        }
        out.beginObject();
        updates.values().forEach(update -> {
            if (update.made()) {
                Map<String, @Nullable Object> answer = update.answer();
                out.name(id.apply(update.n())).value(answer.isEmpty() ? null : answer);
            }
        });
        out.end();
    }

    void destroyed(Map<String, PendingChange.Destroy> destroys, LongFunction<String> id) {
        if (none("destroyed", destroys)) {
            return;
        }
        out.beginArray();
        destroys.values().forEach(destroy -> {
            if (destroy.made()) {
                out.string(id.apply(destroy.n()));
            }
        });
        out.end();
    }

    void refused(String name, Map<String, ? extends PendingChange> changes) {
        out.name(name);
        if (changes.values().stream().allMatch(PendingChange::made)) {
            out.nullValue();
            return;
        }
        out.beginObject();
        changes.forEach(
                (id, change) -> change.refusal().ifPresent(error -> out.name(id).value(error.members())));
        out.end();
    }

    private boolean none(String name, Map<String, ? extends PendingChange> changes) {
        out.name(name);
        boolean none = changes.values().stream().noneMatch(PendingChange::made);
        if (none) {
            out.nullValue();
        }
        return none;
    }
}
