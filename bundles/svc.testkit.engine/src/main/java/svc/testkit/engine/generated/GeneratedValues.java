package svc.testkit.engine.generated;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Values of every kind of JSON, in an order that depends on a seed. */
final class GeneratedValues {

    /** A value that no property of a JMAP type accepts. */
    static final Object WRONG = List.of(List.of(List.of()));

    private final Random random;

    GeneratedValues(Random random) {
        this.random = random;
    }

    /** Returns values of every kind of JSON, ids among them. */
    static List<@Nullable Object> all(Collection<String> ids) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(null);
        values.addAll(List.of(
                "",
                "a",
                "$seen",
                "2030-01-31T12:00:00Z",
                "2030-02-31T12:00:00Z",
                "\u0000\ud83d\ude00\"*",
                true,
                false,
                0,
                7,
                -1,
                1.5,
                9_007_199_254_740_993L,
                1e300));
        values.addAll(List.of(
                List.of(),
                List.of("a"),
                List.of("Subject", "a"),
                List.of("Subject"),
                List.of(1),
                List.of(ids, 1),
                WRONG,
                Map.of(),
                Map.of("a", true),
                Map.of("operator", "AND")));
        ids.stream().limit(2).forEach(id -> {
            values.add(id);
            values.add(List.of(id));
            values.add(Map.of(id, true));
        });
        return values;
    }

    /** Returns one of some values. */
    <V extends @Nullable Object> V one(List<V> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns a part of some values; at least one if there is one. */
    <V> List<V> some(Collection<V> values) {
        List<V> some = new ArrayList<>(values);
        java.util.Collections.shuffle(some, random);
        return some.subList(0, some.isEmpty() ? 0 : 1 + random.nextInt(some.size()));
    }

    /** Returns whether something happens that has this probability. */
    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
