package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/** The arguments of a derived method: each is asked for by its type, and what is wrong is named. */
final class Arguments {

    private static final long MOST = (1L << 53) - 1;

    private final Map<String, @Nullable Object> given;
    private final Set<String> further;

    /** Refuses names that neither the method of every type nor this type has. */
    Arguments(Map<String, @Nullable Object> given, Set<String> known, Set<String> further) {
        this.given = given;
        this.further = further;
        for (String name : given.keySet()) {
            if (!known.contains(name) && !further.contains(name)) {
                throw MethodError.invalidArguments("There is no argument " + Words.quoted(name) + ".");
            }
        }
    }

    /** Those that only this type has. */
    Map<String, @Nullable Object> more() {
        if (further.isEmpty()) {
            return Map.of();
        }
        Map<String, @Nullable Object> more = new LinkedHashMap<>(given);
        more.keySet().retainAll(further);
        return more;
    }

    @Nullable
    String text(String name) {
        return of(name, String.class, "a string");
    }

    String needed(String name) {
        return required(name, text(name));
    }

    boolean truth(String name) {
        Boolean truth = of(name, Boolean.class, "true or false");
        return truth != null && truth;
    }

    @Nullable
    Map<String, @Nullable Object> map(String name) {
        Map<?, ?> map = of(name, Map.class, "an object");
        return map == null ? null : Plain.object(map);
    }

    /** An Int of RFC 8620 §1.3; 0 when it is left out. */
    long integer(String name) {
        Long number = number(name);
        return number == null ? 0 : number;
    }

    /** An UnsignedInt of RFC 8620 §1.3 or null. */
    @Nullable
    Long unsigned(String name) {
        Long number = number(name);
        if (number != null && number < 0) {
            throw wrong(name, "0 or more");
        }
        return number;
    }

    private @Nullable Long number(String name) {
        Number number = of(name, Number.class, "a whole number");
        if (number == null) {
            return null;
        }
        double exact = number.doubleValue();
        if (Math.abs(exact) > MOST || exact != Math.rint(exact)) {
            throw wrong(name, "a whole number");
        }
        return number.longValue();
    }

    @Nullable
    List<String> texts(String name) {
        return list(name, value -> value instanceof String text ? Optional.of(text) : Optional.empty(), "strings");
    }

    @Nullable
    List<Map<String, @Nullable Object>> maps(String name) {
        return list(name, Arguments::plain, "objects");
    }

    private static Optional<Map<String, @Nullable Object>> plain(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? Optional.of(Plain.object(map)) : Optional.empty();
    }

    private <E> @Nullable List<E> list(String name, Function<@Nullable Object, Optional<E>> reader, String what) {
        List<?> list = of(name, List.class, "an array of " + what);
        if (list == null) {
            return null;
        }
        List<E> read = new ArrayList<>(list.size());
        for (Object value : list) {
            read.add(reader.apply(value).orElseThrow(() -> wrong(name, "an array of " + what)));
        }
        return read;
    }

    static <V> V required(String name, @Nullable V value) {
        if (value == null) {
            throw MethodError.invalidArguments("The argument " + name + " is missing.");
        }
        return value;
    }

    private <V> @Nullable V of(String name, Class<V> type, String what) {
        Object value = given.get(name);
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw wrong(name, what);
        }
        return type.cast(value);
    }

    static MethodError wrong(String name, String what) {
        return MethodError.invalidArguments("The argument " + name + " must be " + what + ".");
    }
}
