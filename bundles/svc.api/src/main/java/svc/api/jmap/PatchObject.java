package svc.api.jmap;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonPointer;

/**
 * A PatchObject (RFC 8620 §5.3): the changes of an update, each at a JSON pointer. The engine rejects an update with an
 * invalid PatchObject before the type receives it. Immutable.
 */
public final class PatchObject {

    private static final int SHOWN = 60;

    private final Map<String, @Nullable Object> members;

    private PatchObject(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /**
     * One change.
     *
     * @param path the JSON pointer as the client wrote it, without the leading slash
     * @param steps the steps of the pointer, at least one
     * @param value the new value; null removes a member, or sets a property to its default
     */
    public record Change(
            String path, List<String> steps, @Nullable Object value) {

        /** Returns the property that is changed or that contains the changed member. */
        public String property() {
            return steps.get(0);
        }

        /** Returns whether the property is replaced as a whole. */
        public boolean whole() {
            return steps.size() == 1;
        }

        /** Returns the error for a pointer to a member that does not exist. */
        public SetError unreachable() {
            return invalid("The patch leads to " + quoted(path) + ", but there is no object with such a member.");
        }
    }

    /**
     * Parses a PatchObject.
     *
     * @throws SetError {@code invalidPatch} if a pointer is malformed or one pointer is a prefix of another
     */
    public static PatchObject of(Map<String, @Nullable Object> members) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (String path : members.keySet()) {
            if (!JsonPointer.isEscaped(path)) {
                throw invalid(quoted(path) + " is not a JSON pointer: ~ must be written ~0.");
            }
            int slashes = slashes(path);
            least = Math.min(least, slashes);
            most = Math.max(most, slashes);
        }
        if (least < most) { // pointers with the same number of steps cannot be prefixes of each other
            refuseOverlap(new ArrayList<>(members.keySet()));
        }
        return new PatchObject(members);
    }

    private static int slashes(String path) {
        int slashes = 0;
        for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
            slashes++;
        }
        return slashes;
    }

    private static void refuseOverlap(List<String> paths) {
        paths.sort(PatchObject::bySteps);
        for (int i = 1; i < paths.size(); i++) {
            String beginning = paths.get(i - 1);
            String path = paths.get(i);
            if (path.startsWith(beginning) && path.charAt(beginning.length()) == '/') {
                throw invalid("The patch changes both " + quoted(beginning) + " and " + quoted(path) + ".");
            }
        }
    }

    /**
     * Compares two pointers. Each pointer sorts directly before the pointers that begin with it, because the slash
     * sorts before all other characters.
     */
    private static int bySteps(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        for (int i = 0; i < shorter; i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return Integer.compare(order(one.charAt(i)), order(other.charAt(i)));
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    private static int order(char one) {
        return one == '/' ? -1 : one;
    }

    /** Returns the changes in the order in which the client sent them. */
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>(members.size());
        members.forEach((path, value) ->
                changes.add(new Change(path, JsonPointer.relative(path).orElseThrow(), value)));
        return changes;
    }

    /**
     * Returns the properties and their new values, for a type whose properties can only be replaced as a whole.
     *
     * @throws SetError {@code invalidPatch} if a pointer leads into a property
     */
    public Map<String, @Nullable Object> whole() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (Change change : changes()) {
            if (!change.whole()) {
                throw change.unreachable();
            }
            properties.put(change.property(), change.value());
        }
        return properties;
    }

    /**
     * Returns the patched object; the given object is not changed.
     *
     * @param orDefault returns the value of a property that is replaced as a whole, or its default if the value is null
     * @throws SetError {@code invalidPatch} if a pointer leads to a member that does not exist
     */
    public Map<String, @Nullable Object> applyTo(
            Map<String, @Nullable Object> object, BiFunction<String, @Nullable Object, @Nullable Object> orDefault) {
        Map<String, @Nullable Object> patched = new LinkedHashMap<>(object);
        IdentityHashMap<Object, Map<String, @Nullable Object>> copies = new IdentityHashMap<>();
        for (Change change : changes()) {
            if (change.whole()) {
                patched.put(change.property(), orDefault.apply(change.property(), change.value()));
            } else {
                applyInside(patched, change, copies);
            }
        }
        return patched;
    }

    /** Makes a change inside a property. Each object on the path is copied once for all changes of the patch. */
    @SuppressWarnings("unchecked") // the JSON reader creates maps with strings as keys
    private static void applyInside(
            Map<String, @Nullable Object> object,
            Change change,
            IdentityHashMap<Object, Map<String, @Nullable Object>> copies) {
        List<String> steps = change.steps();
        Map<String, @Nullable Object> at = object;
        for (String step : steps.subList(0, steps.size() - 1)) {
            if (!(at.get(step) instanceof Map<?, ?> inner)) {
                throw change.unreachable();
            }
            Map<String, @Nullable Object> copy = copies.get(inner);
            if (copy == null) {
                copy = new LinkedHashMap<>((Map<String, @Nullable Object>) inner);
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

    private static SetError invalid(String description) {
        return new SetError("invalidPatch", description);
    }

    private static String quoted(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "…") + '"';
    }
}
