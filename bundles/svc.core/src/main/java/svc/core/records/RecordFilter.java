package svc.core.records;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;
import svc.api.jmap.type.Filterable.By;
import svc.api.store.KeyRange;
import svc.core.objects.Quoting;

/** Compiles a filter to a predicate on the plain values of a record. */
final class RecordFilter {

    private static final String FROM = "From";
    private static final String BEFORE = "Before";
    private static final String CONTAINS = "Contains";
    private static final String HAS = "Has";

    private final String type;
    private final RecordCodec<?> codec;
    private final Folds folds = new Folds();
    private boolean fixed = true;

    RecordFilter(String type, RecordCodec<?> codec) {
        this.type = type;
        this.codec = codec;
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

    /** A predicate on an object. */
    @FunctionalInterface
    interface Matcher {
        boolean matches(Map<String, @Nullable Object> object);
    }

    /** Returns whether the compiled conditions use immutable properties only. */
    boolean fixed() {
        return fixed;
    }

    Matcher matcher(Filter filter) {
        if (filter instanceof FilterOperator group) {
            List<Matcher> matchers = group.filters().stream().map(this::matcher).toList();
            return switch (group.operator()) {
                case AND -> object -> matchers.stream().allMatch(matcher -> matcher.matches(object));
                case OR -> object -> matchers.stream().anyMatch(matcher -> matcher.matches(object));
                case NOT -> object -> matchers.stream().noneMatch(matcher -> matcher.matches(object));
            };
        }
        List<Matcher> matchers = new ArrayList<>();
        ((FilterCondition) filter).members().forEach((name, value) -> matchers.add(condition(name, value)));
        return object -> matchers.stream().allMatch(matcher -> matcher.matches(object));
    }

    private Matcher condition(String name, @Nullable Object value) {
        for (By by : By.values()) {
            for (String suffix : suffixes(by)) {
                Optional<RecordProperty> property = named(name, suffix)
                        .filter(candidate -> candidate.filters().contains(by));
                if (property.isPresent()) {
                    fixed &= property.get().immutable();
                    rejectMismatch(property.get(), by, name, value);
                    return matcher(property.get(), by, suffix, property.get().canonical(value));
                }
            }
        }
        throw new MethodError(
                "unsupportedFilter", "The type " + type + " has no condition " + Quoting.quoted(name) + ".");
    }

    private void rejectMismatch(RecordProperty property, By by, String name, @Nullable Object value) {
        boolean whole = by == By.VALUE || by == By.RANGE;
        boolean fits = value == null ? by == By.VALUE : !whole || codec.fits(value, property);
        if (!fits) {
            throw MethodError.invalidArguments(
                    "The condition " + Quoting.quoted(name) + " has a value of the wrong type.");
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
        for (String suffix : List.of("", FROM, BEFORE)) {
            By by = suffix.isEmpty() ? By.VALUE : By.RANGE;
            Optional<RecordProperty> property = named(name, suffix)
                    .filter(candidate -> candidate.filters().contains(by))
                    .filter(candidate -> whole.test(candidate.name()));
            if (property.isPresent()) {
                String index = property.get().name();
                byte[] key = property.get().key(value, Collation.UNICODE_CASEMAP);
                return Optional.of(
                        switch (suffix) {
                            case FROM -> new KeyRange(index, key, Optional.empty());
                            // Keys are truncated, so an equal key may belong to a smaller text.
                            case BEFORE -> new KeyRange(index, new byte[0], Optional.of(SortKey.after(key)));
                            default -> new KeyRange(index, key, Optional.of(SortKey.after(key)));
                        });
            }
        }
        return Optional.empty();
    }

    private Optional<RecordProperty> named(String name, String suffix) {
        return name.endsWith(suffix)
                ? Optional.ofNullable(codec.properties().get(name.substring(0, name.length() - suffix.length())))
                : Optional.empty();
    }

    private static List<String> suffixes(By by) {
        return switch (by) {
            case VALUE -> List.of("");
            case RANGE -> List.of(FROM, BEFORE);
            case TEXT -> List.of(CONTAINS);
            case ELEMENT -> List.of(HAS);
        };
    }

    private Matcher matcher(RecordProperty of, By by, String suffix, @Nullable Object value) {
        String property = of.name();
        if (by == By.VALUE) {
            return object -> same(object.get(property), value);
        }
        Object wanted = value == null ? "" : value;
        return switch (suffix) {
            case FROM -> range(of, wanted, false);
            case BEFORE -> range(of, wanted, true);
            case CONTAINS -> {
                String part = Collation.folded(wanted.toString());
                yield object -> object.get(property) instanceof String text
                        && folds.folded(property, text).contains(part);
            }
            default -> object -> has(object.get(property), wanted);
        };
    }

    private static Matcher range(RecordProperty property, Object bound, boolean before) {
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
