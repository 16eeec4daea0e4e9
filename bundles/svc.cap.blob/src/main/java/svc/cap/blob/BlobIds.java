package svc.cap.blob;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Call;

/** Names of blobs as clients write them. */
final class BlobIds {

    static final String MARK = "#";

    private BlobIds() {}

    /** An id, or what a creation id in its place stands for. */
    static String named(Call call, String id) {
        return id.startsWith(MARK) ? call.created(id.substring(MARK.length())).orElse(id) : id;
    }

    /** Objects as the reader of JSON makes them. */
    @SuppressWarnings("unchecked") // what the reader makes has texts as keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }
}
