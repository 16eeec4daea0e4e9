package svc.api.store;

import java.util.Optional;

/**
 * A key range in the index of a property.
 *
 * @param property the name of the property
 * @param from the first key of the range
 * @param to the first key after the range; empty if the range has no upper bound
 */
@SuppressWarnings("ArrayRecordComponent") // the record is never compared
public record KeyRange(String property, byte[] from, Optional<byte[]> to) {

    /** Returns the range that covers the whole index. */
    public static KeyRange all(String property) {
        return new KeyRange(property, new byte[0], Optional.empty());
    }
}
