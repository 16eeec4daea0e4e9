package svc.cap.blob;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of blobs as clients write them. */
final class BlobIds {

    static final String MARK = "#";

    private BlobIds() {}

    /** Objects as the reader of JSON makes them. */
    @SuppressWarnings("unchecked") // what the reader makes has texts as keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }
}
