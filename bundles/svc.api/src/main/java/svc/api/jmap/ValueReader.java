package svc.api.jmap;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain values as the types of RFC 8620 §1. If a value is null or has another type, the error names it:
 * {@code invalidArguments} for arguments and filter conditions, {@code invalidProperties} for properties.
 */
public enum ValueReader {
    /** Reads the arguments of a method. */
    ARGUMENTS("The argument "),
    /** Reads the values of filter conditions. */
    CONDITIONS("The filter condition "),
    /** Reads the properties of an object. */
    PROPERTIES("The property ");

    private static final long LARGEST = (1L << 53) - 1;

    private final String kind;

    ValueReader(String kind) {
        this.kind = kind;
    }

    /** Returns the result of {@code reader} for a value, or empty if the value is null. */
    public <R> Optional<R> optional(String name, @Nullable Object value, Reader<R> reader) {
        return value == null ? Optional.empty() : Optional.of(reader.read(name, value));
    }

    /**
     * Reads a value that is not null, such as {@code ValueReader.ARGUMENTS::string}.
     *
     * @param <R> the type of the result
     */
    @FunctionalInterface
    public interface Reader<R> {

        /** Reads the value with this name. */
        R read(String name, @Nullable Object value);
    }

    /** Returns a String. */
    public String string(String name, @Nullable Object value) {
        return cast(name, value, String.class, "a string");
    }

    /** Returns a Boolean. */
    public boolean bool(String name, @Nullable Object value) {
        return cast(name, value, Boolean.class, "true or false");
    }

    /** Returns a Boolean that is false if the value is null. */
    public boolean flag(String name, @Nullable Object value) {
        return value != null && bool(name, value);
    }

    /** Returns an Int (RFC 8620 §1.3). */
    public long integer(String name, @Nullable Object value) {
        double number = cast(name, value, Number.class, "an integer").doubleValue();
        if (Math.abs(number) > LARGEST || number != Math.rint(number)) {
            throw wrong(name, "an integer");
        }
        return (long) number;
    }

    /** Returns an UnsignedInt (RFC 8620 §1.3) of at most {@code largest}. */
    public long unsigned(String name, @Nullable Object value, long largest) {
        long number = integer(name, value);
        if (number < 0 || number > largest) {
            throw wrong(name, "an integer of " + (largest == LARGEST ? "0 or more" : "0 to " + largest));
        }
        return number;
    }

    /** Returns an UnsignedInt (RFC 8620 §1.3). */
    public long unsigned(String name, @Nullable Object value) {
        return unsigned(name, value, LARGEST);
    }

    /** Returns a UTCDate (RFC 8620 §1.4). */
    public Instant utcDate(String name, @Nullable Object value) {
        return JmapDates.utc(value).orElseThrow(() -> wrong(name, "a UTCDate such as 2030-01-31T12:00:00Z"));
    }

    /** Returns an array of strings. */
    public List<String> strings(String name, @Nullable Object value) {
        return elements(name, value, String.class, "an array of strings");
    }

    /** Returns an array of objects. */
    public List<Map<String, @Nullable Object>> objects(String name, @Nullable Object value) {
        return elements(name, value, Map.class, "an array of objects").stream()
                .map(ValueReader::object)
                .toList();
    }

    private <E> List<E> elements(String name, @Nullable Object value, Class<E> type, String expected) {
        List<?> list = cast(name, value, List.class, expected);
        if (!list.stream().allMatch(type::isInstance)) {
            throw wrong(name, expected);
        }
        return list.stream().map(type::cast).toList();
    }

    /** Returns an object. */
    public Map<String, @Nullable Object> object(String name, @Nullable Object value) {
        return object(cast(name, value, Map.class, "an object"));
    }

    @SuppressWarnings("unchecked") // the JSON reader creates maps with strings as keys
    private static Map<String, @Nullable Object> object(Object map) {
        return (Map<String, @Nullable Object>) map;
    }

    /** Returns the members of a set in the JMAP form: an object whose members are all true. */
    public Set<String> set(String name, @Nullable Object value) {
        Map<String, @Nullable Object> members = object(name, value);
        if (!members.values().stream().allMatch(Boolean.TRUE::equals)) {
            throw wrong(name, "an object whose members are all true");
        }
        return new LinkedHashSet<>(members.keySet());
    }

    private <V> V cast(String name, @Nullable Object value, Class<V> type, String expected) {
        if (!type.isInstance(value)) {
            throw wrong(name, expected);
        }
        return type.cast(value);
    }

    /**
     * Returns the error for a value of another type.
     *
     * @param expected what the value must be: {@code a string}
     */
    public RuntimeException wrong(String name, String expected) {
        String description = kind + name + " must be " + expected + ".";
        return this == PROPERTIES
                ? SetError.invalidProperty(name, description)
                : MethodError.invalidArguments(description);
    }
}
