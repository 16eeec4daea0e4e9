package svc.api.json;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A streaming JSON writer. It inserts commas and colons. A call in the wrong place (a value in an object without its
 * name, or an extra end) is rejected with an {@link IllegalStateException}.
 *
 * <p>Threading: not thread-safe. Lifecycle: valid only during the call that receives the writer as an argument.
 */
@ProviderType
public interface JsonWriter {

    /** Begins an object. */
    JsonWriter beginObject();

    /** Begins an array. */
    JsonWriter beginArray();

    /** Ends the innermost open object or array. */
    JsonWriter end();

    /** Writes the name of the next member. */
    JsonWriter name(String name);

    /** Writes a string. */
    JsonWriter string(String text);

    /** Writes an integer. */
    JsonWriter number(long number);

    /** Writes true or false. */
    JsonWriter bool(boolean truth);

    /** Writes null. */
    JsonWriter nullValue();

    /**
     * Writes any plain value, recursively: a map with string keys, a collection, a string, a number, a boolean or null.
     *
     * @throws IllegalArgumentException the value contains another type, or a number that JSON cannot represent
     */
    JsonWriter value(@Nullable Object plain);

    /**
     * Writes a value that is already JSON in UTF-8: the bytes in [{@code from}, {@code to}). The bytes are copied
     * without validation.
     */
    JsonWriter rawValue(byte[] json, int from, int to);

    /**
     * Writes the members of an object that is already JSON in UTF-8, including its braces, into the innermost open
     * object.
     */
    JsonWriter rawMembers(byte[] json, int from, int to);

    /** Writes a value that is already JSON in UTF-8. The bytes are copied without validation. */
    default JsonWriter rawValue(byte[] json) {
        return rawValue(json, 0, json.length);
    }

    /** Writes a member with a string value. */
    default JsonWriter stringMember(String name, String text) {
        return name(name).string(text);
    }
}
