package svc.mime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed message.
 *
 * @param root the body structure; its root has the header fields of the message
 * @param size the size in bytes
 * @param texts the first decoded bytes of each text part, by part id, up to the length in {@link ReadOptions#text}
 */
public record Message(Part root, long size, Map<String, byte[]> texts) {

    /** Returns the header fields of the message. */
    public Headers headers() {
        return root.headers();
    }

    /**
     * Returns all parts that are not multipart, depth first. Parts of enclosed messages are included only if
     * {@code enclosed} is true.
     */
    public List<Part> leaves(boolean enclosed) {
        List<Part> found = new ArrayList<>();
        root.collect(enclosed, found);
        return found;
    }

    /** Returns the part with this id, also from enclosed messages; null if there is none. */
    public @Nullable Part part(String id) {
        return leaves(true).stream()
                .filter(part -> id.equals(part.id()))
                .findFirst()
                .orElse(null);
    }
}
