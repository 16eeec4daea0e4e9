package svc.core.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.core.objects.PlainValues;
import svc.core.objects.Quoting;

/** Reads the arguments of a standard method as values of the expected types. Errors name the argument. */
public final class MethodArguments {

    private static final long MOST = (1L << 53) - 1;

    private final Map<String, @Nullable Object> given;
    private final Set<String> extra;

    /** Creates the reader. Rejects an argument that neither the method nor the type defines. */
    public MethodArguments(Map<String, @Nullable Object> given, Set<String> known, Set<String> extra) {
        this.given = given;
        this.extra = extra;
        for (String name : given.keySet()) {
            if (!known.contains(name) && !extra.contains(name)) {
                throw MethodError.invalidArguments("Unknown argument " + Quoting.quoted(name) + ".");
            }
        }
    }

    /** Returns the arguments that the type adds to the method. */
    public Map<String, @Nullable Object> more() {
        if (extra.isEmpty()) {
            return Map.of();
        }
        Map<String, @Nullable Object> more = new LinkedHashMap<>(given);
        more.keySet().retainAll(extra);
        return more;
    }

    @Nullable
    public String text(String name) {
        return of(name, String.class, "a string");
    }

    public String needed(String name) {
        return required(name, text(name));
    }

    public boolean truth(String name) {
        Boolean truth = of(name, Boolean.class, "true or false");
        return truth != null && truth;
    }

    @Nullable
    public Map<String, @Nullable Object> map(String name) {
        Map<?, ?> map = of(name, Map.class, "an object");
        return map == null ? null : PlainValues.object(map);
    }

    /** Returns an Int (RFC 8620 §1.3); 0 if omitted. */
    public long integer(String name) {
        Long number = number(name);
        return number == null ? 0 : number;
    }

    /** Returns an UnsignedInt (RFC 8620 §1.3) or null. */
    @Nullable
    public Long unsigned(String name) {
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
    public List<String> texts(String name) {
        return list(name, value -> value instanceof String text ? Optional.of(text) : Optional.empty(), "strings");
    }

    @Nullable
    public List<Map<String, @Nullable Object>> maps(String name) {
        return list(name, MethodArguments::plain, "objects");
    }

    private static Optional<Map<String, @Nullable Object>> plain(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? Optional.of(PlainValues.object(map)) : Optional.empty();
    }

    private <E> @Nullable List<E> list(String name, Function<@Nullable Object, Optional<E>> reader, String expected) {
        List<?> list = of(name, List.class, "an array of " + expected);
        if (list == null) {
            return null;
        }
        List<E> read = new ArrayList<>(list.size());
        for (Object value : list) {
            read.add(reader.apply(value).orElseThrow(() -> wrong(name, "an array of " + expected)));
        }
        return read;
    }

    public static <V> V required(String name, @Nullable V value) {
        if (value == null) {
            throw MethodError.invalidArguments("The argument " + name + " is missing.");
        }
        return value;
    }

    private <V> @Nullable V of(String name, Class<V> type, String expected) {
        Object value = given.get(name);
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw wrong(name, expected);
        }
        return type.cast(value);
    }

    public static MethodError wrong(String name, String expected) {
        return MethodError.invalidArguments("The argument " + name + " must be " + expected + ".");
    }
}
