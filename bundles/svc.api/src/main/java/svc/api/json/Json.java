package svc.api.json;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * JSON to and from records and plain values (map, list, string, number, boolean, null). Names of record components are
 * written in snake_case by the {@link Names#SNAKE} form and as they are by {@link Names#EXACT}; keys of maps are never
 * changed. A constant of an enum is written in lower case with hyphens ({@code TENANT_ADMIN} is {@code "tenant-admin"}),
 * an {@link java.time.Instant}, a {@link java.time.Duration} and a {@link java.nio.file.Path} as their text.
 *
 * <p>Strict in reading: duplicate keys, trailing text, unknown members of a record, members that are missing and neither
 * {@code @Nullable} nor {@code Optional}, invalid UTF-8, lone surrogates, numbers beyond the range of a double, and more
 * depth or length than the limits allow are refused with a {@link JsonProblem} that names the place.
 *
 * <p>Threading: any thread. Lifecycle: a {@link Binding} holds on to the classes it has bound; who binds classes of another
 * bundle keeps a binding per bundle and drops it when that bundle goes.
 */
@ProviderType
public interface Json {

    /** The deepest nesting that is read or written. */
    int MAX_DEPTH = 100;

    /** The longest text that is read, in bytes; a caller that wants less hands in less. */
    int MAX_BYTES = 16 * 1024 * 1024;

    /** A new binding of its own. It costs some microseconds to make and should be kept. */
    Binding binding(Names names);

    /** An empty buffer to write into. */
    JsonBuffer buffer();

    /**
     * Finds a place in a text that is known to be JSON, without reading the rest into memory.
     *
     * @param steps the steps of a JSON pointer (RFC 6901), unescaped; {@code *} goes into each element of an array and
     *     joins what it finds, lists in a list being joined once more (RFC 8620 §3.7)
     * @return empty when the pointer leads nowhere
     */
    Optional<Selected> select(byte[] json, List<String> steps);

    /**
     * What a pointer found.
     *
     * @param value the plain value, which may be null
     */
    record Selected(@Nullable Object value) {}

    /** How record components are named on the wire. */
    enum Names {
        /** {@code migrationsApplied} is {@code migrationsApplied}. */
        EXACT,
        /** {@code migrationsApplied} is {@code migrations_applied}: each capital becomes an underscore and its small letter. */
        SNAKE;

        /** The name on the wire of a record component. */
        public String of(String component) {
            return this == EXACT
                    ? component
                    : component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        }
    }

    /** Reads and writes; see {@link Json}. */
    @ProviderType
    interface Binding {
        /**
         * One line of JSON, in UTF-8, without a line feed. Components of a record that are {@code null} or an empty
         * {@code Optional} are left out; a {@code null} in a map or a list is written. The stream stays open.
         */
        void write(@Nullable Object value, OutputStream out);

        /** One line of JSON; see {@link #write}. */
        String text(@Nullable Object value);

        /** Several lines of JSON with indentation, for people; see {@link #write}. */
        String pretty(@Nullable Object value);

        /** Reads plain values, maps in the order of the text. The stream stays open. */
        @Nullable
        Object read(InputStream in);

        /** Reads plain values; see {@link #read(InputStream)}. */
        @Nullable
        Object read(String text);

        /**
         * Reads plain values; see {@link #read(InputStream)}.
         *
         * @param values the most values the text may hold, members of maps and elements of lists alike
         */
        @Nullable
        Object read(byte[] json, int values);

        /**
         * Turns a plain value into a value of the type: a class, or a list or map of one. {@code null} itself is refused.
         */
        Object convert(@Nullable Object value, Type type);

        /**
         * Turns a plain value into a record, or a record into plain values when {@code type} is {@code Object}. Plain values
         * made from a record hold no {@code null} member. {@code null} itself is refused.
         */
        <T> T convert(@Nullable Object value, Class<T> type);
    }
}
