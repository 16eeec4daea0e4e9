package svc.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** A PatchObject (RFC 8620 §5.3), put on an object in plain values. */
final class Patch {

    private final Map<String, @Nullable Object> members;

    Patch(Map<String, @Nullable Object> members) {
        this.members = members;
        refuseOverlap();
    }

    /** No pointer may lead into what another one replaces. */
    private void refuseOverlap() {
        for (String path : members.keySet()) {
            for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
                if (members.containsKey(path.substring(0, slash))) {
                    throw invalid("The patch changes both " + Words.quoted(path.substring(0, slash)) + " and "
                            + Words.quoted(path) + ".");
                }
            }
        }
    }

    /** A whole property that the patch sets. */
    interface Whole {
        /** The value that stands for null: that of the property's default. */
        @Nullable
        Object orDefault(String property, @Nullable Object value);
    }

    /** The object with the patch on it; the given one stays as it is. */
    Map<String, @Nullable Object> on(Map<String, @Nullable Object> object, Whole whole) {
        Map<String, @Nullable Object> patched = new LinkedHashMap<>(object);
        members.forEach((path, value) -> {
            List<String> steps = steps(path);
            if (steps.size() == 1) {
                patched.put(steps.get(0), whole.orDefault(steps.get(0), value));
            } else {
                into(patched, steps, value);
            }
        });
        return patched;
    }

    private static void into(Map<String, @Nullable Object> object, List<String> steps, @Nullable Object value) {
        Map<String, @Nullable Object> at = object;
        for (String step : steps.subList(0, steps.size() - 1)) {
            if (!(at.get(step) instanceof Map<?, ?> inner)) {
                throw invalid("The patch leads to " + Words.quoted(String.join("/", steps))
                        + ", but there is no object at " + Words.quoted(step) + ".");
            }
            Map<String, @Nullable Object> copy = new LinkedHashMap<>(Plain.object(inner));
            at.put(step, copy);
            at = copy;
        }
        String last = steps.get(steps.size() - 1);
        if (value == null) {
            at.remove(last);
        } else {
            at.put(last, value);
        }
    }

    /** The names of the properties that the patch touches. */
    List<String> touched() {
        return members.keySet().stream()
                .map(path -> steps(path).get(0))
                .distinct()
                .toList();
    }

    private static List<String> steps(String path) {
        return Pointer.relative(path).orElseThrow(() -> invalid(Words.quoted(path) + " is no JSON pointer."));
    }

    private static SetError invalid(String description) {
        return new SetError("invalidPatch", description);
    }
}
