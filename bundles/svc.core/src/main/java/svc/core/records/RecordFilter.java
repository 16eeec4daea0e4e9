package svc.core.records;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.ValueReader;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.store.KeyRange;

/** Compiles a filter to a predicate on the plain values of a record. */
final class RecordFilter {

    private static final String FROM = "From";
    private static final String BEFORE = "Before";
    private static final String CONTAINS = "Contains";
    private static final String HAS = "Has";

    private final RecordModel<?> model;
    private final RecordCodec<?> codec;
    private final Map<String, Condition> conditions = new HashMap<>();
    private final Folds folds = new Folds();
    private final Set<String> names = new HashSet<>();
    private boolean fixed = true;

    RecordFilter(RecordModel<?> model) {
        this.model = model;
        this.codec = model.codec();
        codec.properties()
                .values()
                .forEach(property -> property.filterable().ifPresent(filterable -> {
                    for (By by : filterable.value()) {
                        for (String suffix : suffixes(by)) {
                            String given = given(filterable, suffix);
                            String name = given.isEmpty() ? property.name() + suffix : given;
                            boolean nullMatches = by == By.RANGE && !given.isEmpty();
                            conditions.putIfAbsent(name, new Condition(property, by, suffix, nullMatches));
                        }
                    }
                }));
    }

    /** A condition on a property. */
    private record Condition(RecordProperty property, By by, String suffix, boolean nullMatches) {}

    private static String given(Filterable filterable, String suffix) {
        return switch (suffix) {
            case FROM -> filterable.from();
            case BEFORE -> filterable.before();
            default -> filterable.condition();
        };
    }

    private static List<String> suffixes(By by) {
        return switch (by) {
            case VALUE -> List.of("");
            case RANGE -> List.of(FROM, BEFORE);
            case TEXT -> List.of(CONTAINS);
            case ELEMENT -> List.of(HAS);
        };
    }

    /**
     * Caches the folded text of each property of the last object, because several conditions may test the same text.
     */
    private static final class Folds {
        private final Map<String, Map.Entry<String, String>> last = new HashMap<>();

        String folded(String property, String text) {
            Map.Entry<String, String> known = last.get(property);
            if (known == null || !known.getKey().equals(text)) {
                known = Map.entry(text, Collation.folded(text));
                last.put(property, known);
            }
            return known.getValue();
        }
    }

    /** Returns whether the compiled conditions use immutable properties only. */
    boolean fixed() {
        return fixed;
    }

    /** Returns the names of the properties that the compiled conditions use. */
    Set<String> names() {
        return names;
    }

    Predicate<Map<String, @Nullable Object>> matcher(Filter filter) {
        return filter.toPredicate(this::matcher);
    }

    private Predicate<Map<String, @Nullable Object>> matcher(String name, @Nullable Object value) {
        Condition condition = conditions.get(name);
        if (condition == null) {
            throw FilterCondition.unsupported(model.name(), name);
        }
        if (value == null && condition.nullMatches) {
            return object -> true;
        }
        RecordProperty property = condition.property;
        fixed &= property.isImmutable();
        names.add(property.name());
        rejectMismatch(condition, name, value);
        return matcher(condition, property.canonical(value));
    }

    private void rejectMismatch(Condition condition, String name, @Nullable Object value) {
        boolean fits = switch (condition.by) {
            case TEXT -> value instanceof String;
            case ELEMENT -> value != null;
            case VALUE, RANGE ->
                value == null
                        ? condition.by == By.VALUE
                        : condition.property.isWellFormed(value) && codec.fits(value, condition.property);
        };
        if (!fits) {
            throw ValueReader.CONDITIONS.wrong(name, "a value of the right type");
        }
    }

    /**
     * Returns an index key range that contains every object the filter can match; empty if no such range is known.
     *
     * @param whole tests whether the index of a property is complete
     */
    Optional<KeyRange> keyRange(Filter filter, Predicate<String> whole) {
        if (filter instanceof FilterOperator group) {
            return group.operator() == Operator.AND
                    ? group.filters().stream()
                            .flatMap(inner -> keyRange(inner, whole).stream())
                            .findFirst()
                    : Optional.empty();
        }
        return ((FilterCondition) filter)
                .members().entrySet().stream()
                        .flatMap(member -> keyRange(member.getKey(), member.getValue(), whole).stream())
                        .findFirst();
    }

    private Optional<KeyRange> keyRange(String name, @Nullable Object value, Predicate<String> whole) {
        Condition condition = conditions.get(name);
        if (condition == null
                || (value == null && condition.nullMatches)
                || (condition.by != By.VALUE && condition.by != By.RANGE)
                || !whole.test(condition.property.name())) {
            return Optional.empty();
        }
        String index = condition.property.name();
        byte[] key = condition.property.key(value, Collation.UNICODE_CASEMAP);
        return Optional.of(
                switch (condition.suffix) {
                    case FROM -> new KeyRange(index, key, Optional.empty());
                    // Keys are truncated, so an equal key may belong to a smaller text.
                    case BEFORE -> new KeyRange(index, new byte[0], Optional.of(SortKey.after(key)));
                    default -> new KeyRange(index, key, Optional.of(SortKey.after(key)));
                });
    }

    private Predicate<Map<String, @Nullable Object>> matcher(Condition condition, @Nullable Object value) {
        String property = condition.property.name();
        if (condition.by == By.VALUE) {
            return object -> same(object.get(property), value);
        }
        Object wanted = value == null ? "" : value;
        return switch (condition.suffix) {
            case FROM -> range(condition.property, wanted, false);
            case BEFORE -> range(condition.property, wanted, true);
            case CONTAINS -> {
                String part = Collation.folded(wanted.toString());
                yield object -> object.get(property) instanceof String text
                        && folds.folded(property, text).contains(part);
            }
            default -> object -> has(object.get(property), wanted);
        };
    }

    private static Predicate<Map<String, @Nullable Object>> range(
            RecordProperty property, Object bound, boolean before) {
        byte[] key = property.wholeKey(bound);
        return object -> {
            Object held = object.get(property.name());
            return held != null && (Arrays.compareUnsigned(property.wholeKey(held), key) < 0) == before;
        };
    }

    private static boolean same(@Nullable Object held, @Nullable Object value) {
        if (held instanceof Number one && value instanceof Number other) {
            return one.doubleValue() == other.doubleValue();
        }
        return Objects.equals(held, value);
    }

    private static boolean has(@Nullable Object held, Object element) {
        return held instanceof List<?> list
                ? list.stream().anyMatch(one -> same(one, element))
                : held instanceof Map<?, ?> map && map.containsKey(String.valueOf(element));
    }
}
