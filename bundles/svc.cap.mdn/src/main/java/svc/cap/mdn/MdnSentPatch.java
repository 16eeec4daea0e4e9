package svc.cap.mdn;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * How messages are updated about which a notification is sent: each must get the keyword that says so, or none is sent at all
 * (RFC 9007 §2.1).
 *
 * @param patches by creation id
 */
record Marking(Map<String, Map<?, ?>> patches) {

    private static final String ARGUMENT = "onSuccessUpdateEmail";

    /** By the arguments of the call. */
    static Marking of(Map<String, ?> send, @Nullable Map<String, @Nullable Object> update) {
        Map<String, Map<?, ?>> patches = new LinkedHashMap<>();
        (update == null ? Map.<String, @Nullable Object>of() : update).forEach((id, patch) -> {
            if (!id.startsWith("#") || !send.containsKey(id.substring(1)) || !(patch instanceof Map<?, ?> map)) {
                throw MethodError.invalidArguments(
                        "Each member of " + ARGUMENT + " must be # and a creation id of send, and a patch.");
            }
            patches.put(id.substring(1), map);
        });
        send.keySet().forEach(key -> {
            if (!marks(patches.get(key))) {
                throw MethodError.invalidArguments("The argument " + ARGUMENT + " must set the keyword " + MdnPost.SENT
                        + " of each message: \"#" + key + "\": {\"keywords/" + MdnPost.SENT + "\": true}.");
            }
        });
        return new Marking(patches);
    }

    private static boolean marks(@Nullable Map<?, ?> patch) {
        return patch != null
                && (Boolean.TRUE.equals(patch.get("keywords/" + MdnPost.SENT))
                        || (patch.get("keywords") instanceof Map<?, ?> all
                                && Boolean.TRUE.equals(all.get(MdnPost.SENT))));
    }

    /** The one of a creation id. */
    Map<?, ?> patch(String key) {
        return Objects.requireNonNull(patches.get(key));
    }
}
