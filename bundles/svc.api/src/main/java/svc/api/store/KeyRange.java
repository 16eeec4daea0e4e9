package svc.api.store;

import java.util.Optional;

/**
 * A stretch of the index of a property.
 *
 * @param property the property
 * @param from the first key that belongs to it
 * @param before the first key after it; empty when it goes on to the end
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Stretch(String property, byte[] from, Optional<byte[]> before) {

    /** The whole index. */
    public static Stretch whole(String property) {
        return new Stretch(property, new byte[0], Optional.empty());
    }
}
