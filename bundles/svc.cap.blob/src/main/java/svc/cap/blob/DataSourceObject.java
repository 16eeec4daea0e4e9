package svc.cap.blob;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** A DataSourceObject (RFC 9404 §4.1). */
sealed interface Piece {

    /** Octets that the request brings. */
    record Given(Source source) implements Piece {}

    /**
     * A part of another blob.
     *
     * @param at the place of the source
     * @param blobId an id, or a mark and a creation id
     * @param length -1 for all that remains
     */
    record Other(int at, String blobId, long offset, long length) implements Piece {}

    /** To the end. */
    long ALL = -1;

    /**
     * Reads one.
     *
     * @throws SetError it is not exactly one source
     */
    static Piece of(int at, @Nullable Object plain) {
        if (!(plain instanceof Map<?, ?> given)) {
            throw wrong(at, "is no object");
        }
        Map<String, @Nullable Object> members = BlobIds.object(given);
        Members.of(at, members.keySet());
        Object text = members.get(Members.TEXT);
        Object base64 = members.get(Members.BASE64);
        Object blobId = members.get(Members.BLOB);
        int sources = (text == null ? 0 : 1) + (base64 == null ? 0 : 1) + (blobId == null ? 0 : 1);
        if (sources != 1) {
            throw wrong(at, "has not exactly one of data:asText, data:asBase64 and blobId");
        } else if (blobId != null) {
            return other(at, blobId, members);
        } else if (members.get(Members.OFFSET) != null || members.get(Members.LENGTH) != null) {
            throw wrong(at, "has an offset or a length, which only a part of another blob has");
        }
        return new Given(text == null ? base64(at, base64) : text(at, text));
    }

    private static Source text(int at, Object given) {
        OptionalLong size = given instanceof String text ? Texts.utf8(text) : OptionalLong.empty();
        return new Source.Text(
                String.valueOf(given), size.orElseThrow(() -> wrong(at, "has a data:asText that is no text in UTF-8")));
    }

    private static Source base64(int at, @Nullable Object given) {
        if (given instanceof String text && Texts.base64(text)) {
            return new Source.Base64Text(text);
        }
        throw wrong(at, "has a data:asBase64 that is no base64 with its padding");
    }

    private static Piece other(int at, Object blobId, Map<String, @Nullable Object> members) {
        if (!(blobId instanceof String id)) {
            throw wrong(at, "has a blobId that is no id");
        }
        return new Other(at, id, number(at, members, Members.OFFSET, 0), number(at, members, Members.LENGTH, ALL));
    }

    private static long number(int at, Map<String, @Nullable Object> members, String name, long otherwise) {
        Object given = members.get(name);
        OptionalLong number = Unsigned.of(given);
        if (given != null && number.isEmpty()) {
            throw wrong(at, "has a range that is not of whole numbers of 0 or more");
        }
        return number.orElse(otherwise);
    }

    /** The refusal of the blob that a source belongs to. */
    static SetError wrong(int at, String how) {
        return SetError.invalidProperty("data", "The source at place " + at + " of data " + how + ". Correct it.");
    }

    /** The members that there are. */
    final class Members {

        static final String TEXT = "data:asText";
        static final String BASE64 = "data:asBase64";
        static final String BLOB = "blobId";
        static final String OFFSET = "offset";
        static final String LENGTH = "length";
        private static final Set<String> ALL = Set.of(TEXT, BASE64, BLOB, OFFSET, LENGTH);

        private Members() {}

        private static void of(int at, Set<String> names) {
            if (!ALL.containsAll(names)) {
                throw wrong(at, "has a member that no source has");
            }
        }
    }
}
