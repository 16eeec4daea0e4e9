package svc.cap.blob;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.cap.blob.DataSourceObject.BlobRange;

/**
 * An UploadObject (RFC 9404 §4.1), parsed without access to other blobs.
 *
 * @param sources the sources in order
 * @param type the media type; null if the client omitted it
 */
record UploadObject(
        List<DataSourceObject> sources, @Nullable String type) {

    /** The first character of a reference to a blob that the same call creates. */
    static final String MARK = "#";

    private static final Set<String> MEMBERS = Set.of("data", "type");

    /**
     * Parses and validates the object.
     *
     * @throws SetError if a member is invalid
     */
    static UploadObject of(Map<String, @Nullable Object> members) {
        if (!MEMBERS.containsAll(members.keySet())) {
            Set<String> unknown = new HashSet<>(members.keySet());
            unknown.removeAll(MEMBERS);
            throw SetError.invalidProperties(unknown, "The properties of a new blob are data and type.");
        }
        Object type = members.get("type");
        if (type != null && !(type instanceof String)) {
            throw SetError.invalidProperty("type", "The type must be a string or null.");
        }
        if (!(members.get("data") instanceof List<?> data)) {
            throw SetError.invalidProperty("data", "The data must be an array of DataSourceObject; it can be empty.");
        } else if (data.size() > BlobCapability.MOST_SOURCES) {
            throw SetError.invalidProperty(
                    "data",
                    "A blob can have at most " + BlobCapability.MOST_SOURCES
                            + " sources. Create intermediate blobs and combine them.");
        }
        List<DataSourceObject> sources = new ArrayList<>(data.size());
        for (int i = 0; i < data.size(); i++) {
            sources.add(DataSourceObject.of(i, data.get(i)));
        }
        return new UploadObject(sources, (String) type);
    }

    /** Returns the creation ids in the sources, without {@code #}. */
    Set<String> references() {
        Set<String> references = new HashSet<>();
        for (DataSourceObject source : sources) {
            if (source instanceof BlobRange other && other.blobId().startsWith(MARK)) {
                references.add(other.blobId().substring(MARK.length()));
            }
        }
        return references;
    }
}
