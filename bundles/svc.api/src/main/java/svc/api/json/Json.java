package svc.api.json;

import java.io.InputStream;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ProviderType;

/**
 * JSON to and from records and plain values (map, list, string, number, boolean, null). Names of record components are
 * written in snake_case by the {@link Names#SNAKE} form and as they are by {@link Names#EXACT}.
 *
 * <p>Strict in reading: duplicate keys, trailing text, unknown members of a record and invalid UTF-8 are refused with a
 * {@link JsonProblem} that names the place.
 *
 * <p>Threading: any thread. Lifecycle: a {@link Binding} holds on to the classes it has bound; who binds classes of another
 * bundle keeps a binding per bundle and drops it when that bundle goes.
 */
@ProviderType
public interface Json {

    /** A new binding of its own. It costs some microseconds to make and should be kept. */
    Binding binding(Names names);

    /** How record components are named on the wire. */
    enum Names {
        /** {@code migrationsApplied} is {@code migrationsApplied}. */
        EXACT,
        /** {@code migrationsApplied} is {@code migrations_applied}. */
        SNAKE
    }

    /** Reads and writes; see {@link Json}. */
    @ProviderType
    interface Binding {
        /** One line of JSON, in UTF-8; members that are {@code null} are left out. The stream stays open. */
        void write(Object value, OutputStream out);

        /** One line of JSON. */
        String text(Object value);

        /** Several lines of JSON with indentation, for people. */
        String pretty(Object value);

        /** Reads plain values. The stream stays open. */
        Object read(InputStream in);

        /** Reads plain values. */
        Object read(String text);

        /** Turns a plain value into a record, or a record into plain values when {@code type} is {@code Object}. */
        <T> T convert(Object value, Class<T> type);
    }
}
