package svc.cap.mail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;
import svc.api.jmap.Query.Operator;

/** Reads the filter of a method that takes one and is not {@code Email/query} (RFC 8621 §5.1). */
final class GivenFilter {

    private static final int DEEPEST = 16;
    private static final int MOST = 1000;

    /** Conditions that say nothing of texts. */
    private static final Set<String> OTHERS = Set.of(
            "inMailbox",
            "inMailboxOtherThan",
            "before",
            "after",
            "minSize",
            "maxSize",
            "allInThreadHaveKeyword",
            "someInThreadHaveKeyword",
            "noneInThreadHaveKeyword",
            "hasKeyword",
            "notKeyword",
            "hasAttachment");

    private final SecondSurface surface;
    private int filters;

    private GivenFilter(SecondSurface surface) {
        this.surface = surface;
    }

    /**
     * A filter as it came.
     *
     * @param surface what of the second version it may ask for
     * @throws MethodError {@code unsupportedFilter} or {@code invalidArguments}
     */
    static Optional<Filter> read(@Nullable Map<String, @Nullable Object> filter, SecondSurface surface) {
        return Optional.ofNullable(filter).map(given -> new GivenFilter(surface).filter(given, 0));
    }

    private Filter filter(Map<?, ?> given, int depth) {
        if (depth > DEEPEST || ++filters > MOST) {
            throw new MethodError("unsupportedFilter", "The filter is too large.");
        }
        return given.containsKey("operator") ? group(given, depth) : condition(given);
    }

    private Filter group(Map<?, ?> given, int depth) {
        Optional<Operator> operator = List.of(Operator.values()).stream()
                .filter(known -> known.name().equals(given.get("operator")))
                .findFirst();
        if (operator.isEmpty() || !(given.get("conditions") instanceof List<?> conditions)) {
            throw MethodError.invalidArguments(
                    "A filter with an operator has AND, OR or NOT and an array of conditions.");
        }
        List<Filter> inner = new ArrayList<>();
        for (Object condition : conditions) {
            if (!(condition instanceof Map<?, ?> map)) {
                throw MethodError.invalidArguments("Each of the conditions of a filter must be an object.");
            }
            inner.add(filter(map, depth + 1));
        }
        return new Group(operator.get(), inner);
    }

    private Condition condition(Map<?, ?> given) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        given.forEach((member, value) -> {
            String name = String.valueOf(member);
            if (!TextConditions.isText(name) && !OTHERS.contains(name) && !surface.asks(name)) {
                throw new MethodError("unsupportedFilter", "An Email has no condition " + name + ".");
            }
            members.put(name, value);
        });
        return new Condition(members);
    }
}
