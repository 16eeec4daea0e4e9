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
 * Converts JSON to and from records and plain values (map, list, string, number, boolean, null). Names of record
 * components are written in snake_case with {@link Names#SNAKE_CASE} and unchanged with {@link Names#EXACT}; map keys
 * are never changed. Enum constants are written in lower case with hyphens ({@code TENANT_ADMIN} is
 * {@code "tenant-admin"}). An {@link java.time.Instant}, a {@link java.time.Duration} and a {@link java.nio.file.Path}
 * are written as strings.
 *
 * <p>Reading is strict. These are rejected with a {@link JsonException} that names the place: duplicate keys, trailing
 * text, unknown members of a record, missing members that are neither {@code @Nullable} nor {@code Optional}, invalid
 * UTF-8, lone surrogates, numbers outside the range of a double, and input beyond the limits of depth or length.
 *
 * <p>Threading: thread-safe. Lifecycle: a {@link Binding} keeps references to the classes that it has bound. Code that
 * binds classes of other bundles must use one binding per bundle and drop it when that bundle stops.
 */
@ProviderType
public interface Json {

    /** The maximum nesting depth for reading and writing. */
    int MAX_DEPTH = 100;

    /** The maximum length of a text to read, in bytes. A caller with a lower limit must enforce that limit itself. */
    int MAX_BYTES = 16 * 1024 * 1024;

    /** Returns a new binding. Creation takes some microseconds; keep the binding for reuse. */
    Binding binding(Names names);

    /** Returns an empty buffer. */
    JsonBuffer buffer();

    /**
     * Evaluates a JSON pointer in a valid JSON text without reading the rest into memory.
     *
     * @param steps the unescaped reference tokens of the pointer (RFC 6901); {@code *} applies the rest to each element
     *     of an array and collects the results, and flattens results that are arrays (RFC 8620 §3.7)
     * @return the value; empty if the pointer matches nothing
     */
    Optional<Match> find(byte[] json, List<String> steps);

    /**
     * The value at a pointer.
     *
     * @param value the plain value, which can be null
     */
    record Match(@Nullable Object value) {}

    /** How names of record components are written in JSON. */
    enum Names {
        /** {@code migrationsApplied} is written as {@code migrationsApplied}. */
        EXACT,
        /** {@code migrationsApplied} is written as {@code migrations_applied}. */
        SNAKE_CASE;

        /** Returns the JSON name of a record component. */
        public String of(String component) {
            return this == EXACT
                    ? component
                    : component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        }
    }

    /** Reads and writes values; see {@link Json}. */
    @ProviderType
    interface Binding {
        /**
         * Writes a value as one line of JSON in UTF-8, without a line feed. Record components that are {@code null} or
         * an empty {@code Optional} are omitted; a {@code null} in a map or list is written. The stream is not closed.
         */
        void write(@Nullable Object value, OutputStream out);

        /** Returns a value as one line of JSON; see {@link #write}. */
        String text(@Nullable Object value);

        /** Returns a value as indented JSON; see {@link #write}. */
        String pretty(@Nullable Object value);

        /** Reads plain values. Maps keep the order of the text. The stream is not closed. */
        @Nullable
        Object read(InputStream in);

        /** Reads plain values; see {@link #read(InputStream)}. */
        @Nullable
        Object read(String text);

        /**
         * Reads plain values; see {@link #read(InputStream)}.
         *
         * @param values the maximum number of values in the text: members of maps and elements of lists
         */
        @Nullable
        Object read(byte[] json, int values);

        /** Converts a plain value to the given type: a class, or a list or map of a class. Rejects {@code null}. */
        Object convert(@Nullable Object value, Type type);

        /**
         * Converts a plain value to a record, or a record to plain values if {@code type} is {@code Object}. Plain
         * values made from a record contain no {@code null} member. Rejects {@code null}.
         */
        <T> T convert(@Nullable Object value, Class<T> type);
    }
}
