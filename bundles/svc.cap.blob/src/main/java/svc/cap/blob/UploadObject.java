package svc.cap.blob;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/**
 * What a blob shall be made of (RFC 9404 §4.1), as far as it can be said without a look at other blobs.
 *
 * @param pieces the sources in order
 * @param type the media type; null when the client did not say
 */
record UploadObject(List<Piece> pieces, @Nullable String type) {

    private static final Set<String> MEMBERS = Set.of("data", "type");

    /**
     * Reads it.
     *
     * @throws SetError something in it is wrong: nothing is guessed
     */
    static UploadObject of(Map<String, @Nullable Object> members) {
        if (!MEMBERS.containsAll(members.keySet())) {
            Set<String> unknown = new HashSet<>(members.keySet());
            unknown.removeAll(MEMBERS);
            throw SetError.invalidProperties(unknown, "A blob is made of data and type, and of nothing else.");
        }
        Object type = members.get("type");
        if (type != null && !(type instanceof String)) {
            throw SetError.invalidProperty("type", "The type is a text or null.");
        }
        if (!(members.get("data") instanceof List<?> data)) {
            throw SetError.invalidProperty("data", "The data is an array of sources; it may be empty.");
        } else if (data.size() > BlobCapability.MOST_SOURCES) {
            throw SetError.invalidProperty(
                    "data",
                    "A blob is made of " + BlobCapability.MOST_SOURCES
                            + " sources at most. Make it of parts that were made before.");
        }
        List<Piece> pieces = new ArrayList<>(data.size());
        for (int i = 0; i < data.size(); i++) {
            pieces.add(Piece.of(i, data.get(i)));
        }
        return new UploadObject(pieces, (String) type);
    }

    /** The creation ids that it names, without the mark. */
    Set<String> references() {
        Set<String> references = new HashSet<>();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Other other && other.blobId().startsWith(BlobIds.MARK)) {
                references.add(other.blobId().substring(BlobIds.MARK.length()));
            }
        }
        return references;
    }
}
