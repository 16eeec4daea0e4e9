package svc.mime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was read.
 *
 * @param root its body structure; the header fields of the message are those of the root
 * @param size its bytes
 * @param texts by the id of a part, the beginning of its decoded bytes: for text parts, as far as {@link Intake#text} said
 */
public record Message(Part root, long size, Map<String, byte[]> texts) {

    /** The header fields of the message. */
    public Headers headers() {
        return root.headers();
    }

    /** All parts that are not multipart, depth first; parts of enclosed messages only where asked. */
    public List<Part> leaves(boolean enclosed) {
        List<Part> found = new ArrayList<>();
        root.collect(enclosed, found);
        return found;
    }

    /** The part of an id. */
    public @Nullable Part part(String id) {
        return leaves(true).stream()
                .filter(part -> id.equals(part.id()))
                .findFirst()
                .orElse(null);
    }
}
