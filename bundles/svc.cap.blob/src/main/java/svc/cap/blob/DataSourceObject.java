package svc.cap.blob;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** A DataSourceObject (RFC 9404 §4.1). */
sealed interface DataSourceObject {

    /** Octets in the request. */
    record Inline(OctetSource source) implements DataSourceObject {}

    /**
     * A range of another blob.
     *
     * @param at the index of the source
     * @param blobId a blob id, or {@code #} and a creation id
     * @param offset the first octet
     * @param length the number of octets; -1 for the rest of the blob
     */
    record BlobRange(int at, String blobId, long offset, long length) implements DataSourceObject {}

    /** The value of a length that means the rest of the blob. */
    long ALL = -1;

    /**
     * Parses a source.
     *
     * @throws SetError if the object is not exactly one valid source
     */
    static DataSourceObject of(int at, @Nullable Object plain) {
        if (!(plain instanceof Map<?, ?> given)) {
            throw invalid(at, "is not an object");
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        given.forEach((name, value) -> members.put(String.valueOf(name), value));
        Members.checkNames(at, members.keySet());
        Object text = members.get(Members.TEXT);
        Object base64 = members.get(Members.BASE64);
        Object blobId = members.get(Members.BLOB);
        int sources = (text == null ? 0 : 1) + (base64 == null ? 0 : 1) + (blobId == null ? 0 : 1);
        if (sources != 1) {
            throw invalid(at, "must have exactly one of data:asText, data:asBase64 and blobId");
        } else if (blobId != null) {
            return range(at, blobId, members);
        } else if (members.get(Members.OFFSET) != null || members.get(Members.LENGTH) != null) {
            throw invalid(at, "has an offset or a length, which are allowed only with blobId");
        }
        return new Inline(text == null ? base64(at, base64) : text(at, text));
    }

    private static OctetSource text(int at, Object given) {
        OptionalLong size = given instanceof String text ? TextEncodings.utf8(text) : OptionalLong.empty();
        return new OctetSource.Text(
                String.valueOf(given),
                size.orElseThrow(() -> invalid(at, "has a data:asText that is not a valid Unicode string")));
    }

    private static OctetSource base64(int at, @Nullable Object given) {
        if (given instanceof String text && TextEncodings.base64(text)) {
            return new OctetSource.Base64Text(text);
        }
        throw invalid(at, "has a data:asBase64 that is not base64 with padding");
    }

    private static DataSourceObject range(int at, Object blobId, Map<String, @Nullable Object> members) {
        if (!(blobId instanceof String id)) {
            throw invalid(at, "has a blobId that is not an id");
        }
        return new BlobRange(at, id, number(at, members, Members.OFFSET, 0), number(at, members, Members.LENGTH, ALL));
    }

    private static long number(int at, Map<String, @Nullable Object> members, String name, long fallback) {
        Object given = members.get(name);
        OptionalLong number = UnsignedInt.of(given);
        if (given != null && number.isEmpty()) {
            throw invalid(at, "has an offset or a length that is not an integer of 0 or more");
        }
        return number.orElse(fallback);
    }

    /** Returns the error for an invalid source. */
    static SetError invalid(int at, String how) {
        return SetError.invalidProperty("data", "The source at index " + at + " of data " + how + ".");
    }

    /** The member names of a source. */
    final class Members {

        static final String TEXT = "data:asText";
        static final String BASE64 = "data:asBase64";
        static final String BLOB = "blobId";
        static final String OFFSET = "offset";
        static final String LENGTH = "length";
        private static final Set<String> ALL = Set.of(TEXT, BASE64, BLOB, OFFSET, LENGTH);

        private Members() {}

        private static void checkNames(int at, Set<String> names) {
            if (!ALL.containsAll(names)) {
                throw invalid(at, "has an unknown member");
            }
        }
    }
}
