package svc.core.objects;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.PatchObject.Change;

/** Applies a PatchObject (RFC 8620 §5.3) to an object in plain values. */
public final class ObjectPatch {

    private final List<Change> changes;

    public ObjectPatch(Map<String, @Nullable Object> members) {
        this.changes = PatchObject.of(members).changes();
    }

    /** A function that handles the replacement of a whole property. */
    public interface Whole {
        /** Returns the value, or the default of the property if the value is null. */
        @Nullable
        Object orDefault(String property, @Nullable Object value);
    }

    /** Returns the patched object; the given object is not changed. */
    public Map<String, @Nullable Object> on(Map<String, @Nullable Object> object, Whole whole) {
        Map<String, @Nullable Object> patched = new LinkedHashMap<>(object);
        IdentityHashMap<Object, Map<String, @Nullable Object>> copies = new IdentityHashMap<>();
        for (Change change : changes) {
            if (change.whole()) {
                patched.put(change.property(), whole.orDefault(change.property(), change.value()));
            } else {
                into(patched, change, copies);
            }
        }
        return patched;
    }

    /** Makes a change inside a property. Each object on the path is copied once for all changes of the patch. */
    private static void into(
            Map<String, @Nullable Object> object, Change change, Map<Object, Map<String, @Nullable Object>> copies) {
        List<String> steps = change.steps();
        Map<String, @Nullable Object> at = object;
        for (String step : steps.subList(0, steps.size() - 1)) {
            if (!(at.get(step) instanceof Map<?, ?> inner)) {
                throw change.unreachable();
            }
            Map<String, @Nullable Object> copy = copies.get(inner);
            if (copy == null) {
                copy = new LinkedHashMap<>(PlainValues.object(inner));
                copies.put(copy, copy);
                at.put(step, copy);
            }
            at = copy;
        }
        String last = steps.get(steps.size() - 1);
        if (change.value() == null) {
            at.remove(last);
        } else {
            at.put(last, change.value());
        }
    }

    /** Returns the names of the changed properties. */
    public List<String> touched() {
        return changes.stream().map(Change::property).distinct().toList();
    }
}
