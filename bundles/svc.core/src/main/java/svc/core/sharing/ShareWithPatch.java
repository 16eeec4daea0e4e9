package svc.core.sharing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject.Change;
import svc.api.jmap.SetError;
import svc.api.jmap.type.ContainerRights;
import svc.core.objects.PlainValues;
import svc.core.objects.Quoting;

/**
 * The part of a create or an update that changes {@code shareWith} (RFC 9670 §4.2): the whole property, the rights of one
 * principal, or one right of one principal.
 *
 * @param rights the rights that can be given
 * @param changes the changes
 */
public record ShareWithPatch(ContainerRights rights, List<Change> changes) {

    /**
     * Returns the rights of each principal after the changes; a principal without rights is left out.
     *
     * @throws SetError if a change is invalid
     */
    public Map<String, Set<String>> of(Map<String, Set<String>> before) {
        Map<String, Set<String>> after = new HashMap<>(before);
        changes.forEach(change -> apply(change, after));
        after.values().removeIf(Set::isEmpty);
        return after;
    }

    private void apply(Change change, Map<String, Set<String>> shares) {
        if (change.whole()) {
            shares.clear();
            if (change.value() != null) {
                object(change.value()).forEach((principal, given) -> shares.put(principal, given(given)));
            }
            return;
        }
        String principal = change.steps().get(1);
        if (change.steps().size() == 2) {
            shares.put(principal, change.value() == null ? Set.of() : given(change.value()));
        } else if (change.steps().size() == 3 && change.value() instanceof Boolean set) {
            String right = known(change.steps().get(2));
            Set<String> some = new HashSet<>(shares.getOrDefault(principal, Set.of()));
            if (set) {
                some.add(right);
            } else {
                some.remove(right);
            }
            shares.put(principal, complete(some));
        } else {
            throw change.unreachable();
        }
    }

    private Set<String> given(@Nullable Object value) {
        Set<String> given = new HashSet<>();
        object(value).forEach((name, set) -> {
            if (!(set instanceof Boolean isGiven)) {
                throw invalid("A right must be true or false.");
            }
            String right = known(name);
            if (isGiven) {
                given.add(right);
            }
        });
        return complete(given);
    }

    private String known(String right) {
        if (!rights.names().contains(right)) {
            throw invalid("There is no right " + Quoting.quoted(right) + ".");
        }
        return right;
    }

    private Set<String> complete(Set<String> given) {
        if (!given.isEmpty() && !given.contains(rights.read())) {
            throw invalid("Other rights can only be given together with " + rights.read() + ".");
        }
        return given;
    }

    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return PlainValues.object(map);
        }
        throw invalid("The value must be null, or an object with the rights of each principal.");
    }

    /** Returns the error for an invalid value. */
    public static SetError invalid(String description) {
        return SetError.invalidProperty(ShareWith.PROPERTY, description);
    }
}
