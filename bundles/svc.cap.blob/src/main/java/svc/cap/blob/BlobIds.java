package svc.cap.blob;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Blob ids and JSON objects in client requests. */
final class BlobIds {

    static final String MARK = "#";

    private BlobIds() {}

    /** Returns the map with the type of a JSON object. */
    @SuppressWarnings("unchecked") // the JSON reader makes maps with string keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }
}
