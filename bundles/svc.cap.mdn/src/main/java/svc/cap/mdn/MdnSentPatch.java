package svc.cap.mdn;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * The {@code onSuccessUpdateEmail} argument: each email must get the keyword {@code $mdnsent}, otherwise the call is
 * rejected (RFC 9007 §2.1).
 *
 * @param patches the patches by creation id
 */
record MdnSentPatch(Map<String, Map<?, ?>> patches) {

    private static final String ARGUMENT = "onSuccessUpdateEmail";

    /** Parses and validates the arguments of the call. */
    static MdnSentPatch of(Map<String, ?> send, @Nullable Map<String, @Nullable Object> update) {
        Map<String, Map<?, ?>> patches = new LinkedHashMap<>();
        (update == null ? Map.<String, @Nullable Object>of() : update).forEach((id, patch) -> {
            if (!id.startsWith("#") || !send.containsKey(id.substring(1)) || !(patch instanceof Map<?, ?> map)) {
                throw MethodError.invalidArguments(
                        "Each key of " + ARGUMENT + " must be # and a creation id of send, and each value a patch.");
            }
            patches.put(id.substring(1), map);
        });
        send.keySet().forEach(key -> {
            if (!setsKeyword(patches.get(key))) {
                throw MethodError.invalidArguments(
                        "The argument " + ARGUMENT + " must set the keyword " + MdnSender.SENT + " of each email: \"#"
                                + key + "\": {\"keywords/" + MdnSender.SENT + "\": true}.");
            }
        });
        return new MdnSentPatch(patches);
    }

    private static boolean setsKeyword(@Nullable Map<?, ?> patch) {
        return patch != null
                && (Boolean.TRUE.equals(patch.get("keywords/" + MdnSender.SENT))
                        || (patch.get("keywords") instanceof Map<?, ?> all
                                && Boolean.TRUE.equals(all.get(MdnSender.SENT))));
    }

    /** Returns the patch for a creation id. */
    Map<?, ?> patch(String key) {
        return Objects.requireNonNull(patches.get(key));
    }
}
