package svc.cap.mdn;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** A disposition (RFC 8098 §3.2.6) with the property values of RFC 9007 §2. */
record Disposition(String actionMode, String sendingMode, String type) {

    static final String DISPLAYED = "displayed";

    private static final String PROPERTY = "disposition";
    private static final String AUTOMATICALLY = "mdn-sent-automatically";
    private static final Set<String> ACTIONS = Set.of("manual-action", "automatic-action");
    private static final Set<String> SENDINGS = Set.of("mdn-sent-manually", AUTOMATICALLY);
    private static final Set<String> TYPES = Set.of("deleted", "dispatched", DISPLAYED, "processed");

    private static final Pattern COMMENT = Pattern.compile("\\([^()]*+\\)");
    private static final Pattern FIELD =
            Pattern.compile("\\s*([a-z-]++)\\s*/\\s*([a-z-]++)\\s*;\\s*([a-z-]++)\\s*(?:/.*)?", Pattern.DOTALL);

    /** Validates a disposition from a client. */
    static Disposition given(@Nullable Object given) {
        if (given instanceof Map<?, ?> map
                && map.keySet().equals(Set.of("actionMode", "sendingMode", "type"))
                && map.get("actionMode") instanceof String action
                && map.get("sendingMode") instanceof String sending
                && map.get("type") instanceof String type) {
            Disposition disposition = new Disposition(action, sending, type);
            if (disposition.isKnown()) {
                return disposition;
            }
        }
        throw SetError.invalidProperty(
                PROPERTY,
                "A disposition must have an actionMode (manual-action, automatic-action), a sendingMode (mdn-sent-manually, "
                        + "mdn-sent-automatically) and a type (deleted, dispatched, displayed, processed), in lower case.");
    }

    /** Parses a Disposition field; empty if the field is malformed or has unknown values. */
    static Optional<Disposition> of(String field) {
        Matcher words = FIELD.matcher(COMMENT.matcher(field).replaceAll(" ").toLowerCase(Locale.ROOT));
        return words.matches()
                ? Optional.of(new Disposition(words.group(1), words.group(2), words.group(3)))
                        .filter(Disposition::isKnown)
                : Optional.empty();
    }

    private boolean isKnown() {
        return ACTIONS.contains(actionMode) && SENDINGS.contains(sendingMode) && TYPES.contains(type);
    }

    /** Returns whether the MDN was sent without consent of the user. */
    boolean automatic() {
        return sendingMode.equals(AUTOMATICALLY);
    }

    /** Returns the value of the Disposition field. */
    String field() {
        return actionMode + "/" + sendingMode.replace("mdn", "MDN") + "; " + type;
    }

    /** Returns the disposition as clients see it. */
    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("actionMode", actionMode);
        members.put("sendingMode", sendingMode);
        members.put("type", type);
        return members;
    }
}
