package svc.testkit.engine.generated;

import static svc.api.jmap.StandardMethod.QUERY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Filterable.By;
import svc.testkit.engine.generated.Exchange.Sender;

/**
 * Queries of a type with generated filters and sorts. Each has a result, or is rejected with an error that names the
 * condition or the property (RFC 8620 §5.5).
 */
public final class GeneratedQueries {

    /** Conditions of the types of RFC 8620 to RFC 9425 that are not derived from a property. */
    private static final List<String> STANDARD = List.of(
            "after",
            "allInThreadHaveKeyword",
            "attachments",
            "bcc",
            "before",
            "body",
            "cc",
            "from",
            "hasAnyRole",
            "hasAttachment",
            "hasKeyword",
            "hasLabel",
            "header",
            "inMailbox",
            "inMailboxOtherThan",
            "isPinned",
            "isSubscribed",
            "maxSize",
            "minSize",
            "noneInThreadHaveKeyword",
            "notKeyword",
            "notLabel",
            "parentId",
            "role",
            "someInThreadHaveKeyword",
            "subject",
            "text",
            "to",
            "emailIds",
            "identityIds",
            "threadIds",
            "undoStatus",
            "name",
            "resourceType",
            "scope",
            "type");

    private static final int TREES = 150;
    private static final int DEEPEST = 16;
    private static final int MOST = 1000;

    private final Sender sender;
    private final TypeTraits type;
    private final GeneratedValues values;
    private final List<@Nullable Object> every;

    /**
     * Creates the queries.
     *
     * @param ids the ids of objects of any type
     */
    public GeneratedQueries(Exchange.Account account, TypeTraits type, long seed, Collection<String> ids) {
        this.sender = new Sender(account, type, seed);
        this.type = type;
        this.values = new GeneratedValues(new Random(seed));
        this.every = GeneratedValues.all(ids);
    }

    /** A condition with its value, and whether the type accepts it. */
    private record Condition(String name, @Nullable Object value, boolean accepted) {}

    /** Every condition has a result or an error that names it, alone and in operators. */
    public void filters() {
        List<Condition> conditions = new ArrayList<>();
        names().forEach(name -> conditions.addAll(conditions(name)));
        List<Condition> accepted =
                conditions.stream().filter(Condition::accepted).toList();
        operators(accepted);
        for (int i = 0; i < TREES; i++) {
            List<Condition> used = new ArrayList<>();
            List<Condition> from = accepted.isEmpty() || values.chance(0.4) ? conditions : accepted;
            Exchange query = filter(tree(from, used, 0));
            if (used.stream().allMatch(Condition::accepted)) {
                query.require(query.error().isEmpty(), "each condition is accepted alone, so the filter must be");
            } else {
                rejected(
                        query,
                        used.stream()
                                .filter(one -> !one.accepted)
                                .map(Condition::name)
                                .toList());
            }
        }
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>(type.conditions());
        names.addAll(STANDARD);
        type.properties()
                .keySet()
                .forEach(name -> Arrays.stream(By.values())
                        .flatMap(TypeTraits::suffixes)
                        .forEach(suffix -> names.add(name + suffix)));
        names.addAll(List.of("noSuchCondition", "", "id", "a/b", "conditions"));
        return names;
    }

    private List<Condition> conditions(String name) {
        List<Condition> conditions = new ArrayList<>();
        boolean known = false;
        for (Object value : every) {
            Exchange query = filter(PlainValues.with(Map.of(), name, value));
            known |= !query.error().equals("unsupportedFilter");
            if (!query.error().isEmpty()) {
                rejected(query, List.of(name));
            }
            conditions.add(new Condition(name, value, query.error().isEmpty()));
            if (!known && conditions.size() == 3) {
                return conditions.subList(0, 1);
            }
        }
        if (type.conditions().contains(name) && conditions.stream().noneMatch(Condition::accepted)) {
            throw new AssertionError(type.type() + " accepts no value of its condition " + name);
        }
        return conditions;
    }

    private Exchange filter(Map<String, ? extends @Nullable Object> filter) {
        return sender.send(QUERY, Map.of("filter", filter));
    }

    private static void rejected(Exchange query, Collection<String> names) {
        query.require(
                Set.of("unsupportedFilter", "unsupportedSort", "invalidArguments")
                        .contains(query.error()),
                "the query must be rejected with unsupportedFilter, unsupportedSort or invalidArguments");
        query.require(
                names.stream().anyMatch(query.description()::contains), "the description must name one of " + names);
    }

    private Map<String, @Nullable Object> tree(List<Condition> from, List<Condition> used, int depth) {
        Map<String, @Nullable Object> node = new LinkedHashMap<>();
        if (depth < 4 && values.chance(0.6)) {
            List<Object> inner = new ArrayList<>();
            while (values.chance(0.6)) {
                inner.add(tree(from, used, depth + 1));
            }
            node.put("operator", values.one(List.of("AND", "OR", "NOT")));
            node.put("conditions", inner);
            return node;
        }
        while (values.chance(0.6)) {
            Condition condition = values.one(from);
            if (!node.containsKey(condition.name)) {
                node.put(condition.name, condition.value);
                used.add(condition);
            }
        }
        return node;
    }

    private static Map<String, @Nullable Object> operator(@Nullable Object operator, @Nullable Object conditions) {
        return PlainValues.with(PlainValues.with(Map.of(), "operator", operator), "conditions", conditions);
    }

    /** Tests operators with and without conditions, and the limits of depth and number. */
    private void operators(List<Condition> accepted) {
        for (String operator : List.of("AND", "OR", "NOT")) {
            filter(operator(operator, List.of())).done();
            filter(operator(operator, List.of(Map.of()))).done();
            every.stream()
                    .filter(value -> !List.of().equals(value))
                    .forEach(value -> rejected(filter(operator(operator, value)), List.of("conditions")));
        }
        every.forEach(value -> rejected(filter(operator(value, List.of())), List.of("operator")));
        rejected(filter(Map.of("operator", "AND")), List.of("conditions"));
        for (Condition condition : accepted.isEmpty() ? List.of(new Condition("", "", true)) : samples(accepted)) {
            Map<String, @Nullable Object> one = condition.name.isEmpty()
                    ? PlainValues.object(Map.of())
                    : PlainValues.with(Map.of(), condition.name, condition.value);
            for (String operator : List.of("AND", "OR", "NOT")) {
                filter(nested(one, operator, DEEPEST)).done();
                rejected(filter(nested(one, operator, DEEPEST + 1)), List.of("too large"));
                acceptedOrTooLarge(filter(operator(operator, Collections.nCopies(MOST - 1, one))), condition.name);
                rejected(filter(operator(operator, Collections.nCopies(MOST, one))), List.of("too large"));
            }
            if (condition.value instanceof List<?> list && list.size() == 1 && list.get(0) instanceof String text) {
                acceptedOrTooLarge(filter(Map.of(condition.name, Collections.nCopies(40_000, text))), condition.name);
            }
        }
        every.stream()
                .filter(value -> value != null && !(value instanceof Map))
                .forEach(value -> rejected(sender.send(QUERY, Map.of("filter", value)), List.of("filter")));
    }

    /** A type may have lower limits for the number of conditions and of their values. */
    private static void acceptedOrTooLarge(Exchange query, String name) {
        if (!query.error().isEmpty()) {
            rejected(query, List.of("too many", "too large", name));
        }
    }

    /** Returns one accepted value of each condition. */
    private static Collection<Condition> samples(List<Condition> accepted) {
        Map<String, Condition> samples = new LinkedHashMap<>();
        accepted.forEach(condition -> samples.put(condition.name, condition));
        return samples.values();
    }

    private static Map<String, @Nullable Object> nested(
            Map<String, @Nullable Object> filter, String operator, int depth) {
        Map<String, @Nullable Object> nested = filter;
        for (int i = 0; i < depth; i++) {
            nested = operator(operator, List.of(nested));
        }
        return nested;
    }

    /** Every sort has a result or an error that names the property. */
    public void sorts() {
        List<String> names = Stream.concat(
                        type.properties().keySet().stream(),
                        Stream.of("id", "sentAt", "size", "hasKeyword", "noSuchProperty", ""))
                .distinct()
                .toList();
        List<Map<String, @Nullable Object>> accepted = new ArrayList<>();
        for (String name : names) {
            for (Map<String, @Nullable Object> more : comparatorMembers()) {
                Map<String, @Nullable Object> comparator = PlainValues.with(more, "property", name);
                Exchange query = sort(List.of(comparator));
                if (query.error().isEmpty()) {
                    accepted.add(comparator);
                } else {
                    List<String> named = new ArrayList<>(more.keySet());
                    named.add(name);
                    rejected(query, named);
                }
            }
            every.stream()
                    .filter(value -> value != null && !(value instanceof Boolean))
                    .forEach(value -> rejected(
                            sort(List.of(Map.of("property", name, "isAscending", value))),
                            List.of("isAscending", name)));
        }
        every.stream()
                .filter(value -> !(value instanceof String))
                .forEach(value ->
                        rejected(sort(List.of(PlainValues.with(Map.of(), "property", value))), List.of("property")));
        every.stream()
                .filter(value -> value != null && !List.of().equals(value))
                .forEach(value -> rejected(sort(value), List.of("sort")));
        sort(List.of()).done();
        for (Map<String, @Nullable Object> comparator : accepted) {
            sort(List.of(values.one(accepted), comparator, values.one(accepted)))
                    .done();
            sort(Collections.nCopies(16, comparator)).done();
            rejected(sort(Collections.nCopies(17, comparator)), List.of("too many"));
        }
    }

    private static List<Map<String, @Nullable Object>> comparatorMembers() {
        return List.of(
                PlainValues.object(Map.of()),
                PlainValues.object(Map.of("isAscending", false)),
                PlainValues.object(Map.of("collation", "i;ascii-casemap")),
                PlainValues.object(Map.of("collation", "i;octet")),
                PlainValues.object(Map.of("collation", "none")),
                PlainValues.object(Map.of("collation", 7)),
                PlainValues.object(Map.of("keyword", "$seen")),
                PlainValues.object(Map.of("keyword", 7)),
                PlainValues.object(Map.of("noSuchMember", 7)));
    }

    private Exchange sort(Object sort) {
        return sender.send(QUERY, Map.of("sort", sort));
    }
}
