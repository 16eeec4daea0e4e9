package svc.cap.mail.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;
import svc.cap.mail.capability.MailV2Features;

/** Parses the filter of {@code SearchSnippet/get} (RFC 8621 §5.1). */
final class SnippetFilterParser {

    private static final int DEEPEST = 16;
    private static final int MOST = 1000;

    /** Conditions that do not concern texts. */
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

    private final MailV2Features features;
    private int filters;

    private SnippetFilterParser(MailV2Features features) {
        this.features = features;
    }

    /**
     * Parses a filter.
     *
     * @param features the additions to RFC 8621 whose conditions are accepted
     * @throws MethodError {@code unsupportedFilter} or {@code invalidArguments}
     */
    static Optional<Filter> read(@Nullable Map<String, @Nullable Object> filter, MailV2Features features) {
        return Optional.ofNullable(filter).map(given -> new SnippetFilterParser(features).filter(given, 0));
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
            throw MethodError.invalidArguments("A filter operator must be AND, OR or NOT with an array of conditions.");
        }
        List<Filter> inner = new ArrayList<>();
        for (Object condition : conditions) {
            if (!(condition instanceof Map<?, ?> map)) {
                throw MethodError.invalidArguments("Each of the conditions of a filter must be an object.");
            }
            inner.add(filter(map, depth + 1));
        }
        return new FilterOperator(operator.get(), inner);
    }

    private FilterCondition condition(Map<?, ?> given) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        given.forEach((member, value) -> {
            String name = String.valueOf(member);
            if (!TextConditions.isText(name) && !OTHERS.contains(name) && !features.requestsCondition(name)) {
                throw new MethodError("unsupportedFilter", "Unknown filter condition for emails: " + name + ".");
            }
            members.put(name, value);
        });
        return new FilterCondition(members);
    }
}
