package svc.api.json;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Writes JSON piece by piece, without a tree. Commas and colons come by themselves; a piece in the wrong place (a value in
 * an object without its name, one end too many) is refused with an {@link IllegalStateException}.
 *
 * <p>Threading: one thread at a time. Lifecycle: valid during the call that hands it over.
 */
@ProviderType
public interface JsonSink {

    /** Begins an object. */
    JsonSink object();

    /** Begins an array. */
    JsonSink array();

    /** Ends the object or array that was begun last. */
    JsonSink end();

    /** The name of the member that follows. */
    JsonSink name(String name);

    /** A text. */
    JsonSink text(String text);

    /** A whole number. */
    JsonSink number(long number);

    /** true or false. */
    JsonSink truth(boolean truth);

    /** A null. */
    JsonSink nothing();

    /**
     * Any plain value: a map with texts as keys, a collection, a text, a number, a boolean or null, as deep as it is.
     *
     * @throws IllegalArgumentException when there is something else in it, or a number that JSON does not have
     */
    JsonSink value(@Nullable Object plain);

    /** A whole value that is JSON in UTF-8 already, from {@code from} up to {@code to}. It is copied and not looked at. */
    JsonSink encoded(byte[] json, int from, int to);

    /** The members of an object that is JSON in UTF-8 already, braces and all; they join those of the object begun last. */
    JsonSink members(byte[] json, int from, int to);

    /** A whole value that is JSON in UTF-8 already. */
    default JsonSink encoded(byte[] json) {
        return encoded(json, 0, json.length);
    }

    /** A member and its text. */
    default JsonSink member(String name, String text) {
        return name(name).text(text);
    }
}
