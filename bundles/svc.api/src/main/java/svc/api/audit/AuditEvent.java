package svc.api.audit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One audited action.
 *
 * <p>The caller must not pass secrets. Long texts are cut, so that clients cannot fill the audit log. Mail addresses
 * are reduced to their domain, because an entry is kept after its account is erased.
 *
 * @param actor the acting party
 * @param action the action as {@code noun.verb}: {@code tenant.update}
 * @param organization the number of the affected tenant; {@value #INSTANCE} for the server as a whole
 * @param target the object of the action
 * @param outcome the result of the action
 * @param details further facts by name, in the given order; facts after the first 16 are dropped
 */
public record AuditEvent(
        Actor actor,
        String action,
        long organization,
        Optional<Target> target,
        Outcome outcome,
        Map<String, String> details) {

    /** The value of {@code organization} for the server as a whole. */
    public static final long INSTANCE = 0;

    /**
     * The local part of a mail address. The look-behind lets the pattern match only at the start of a word. Without it,
     * a long text without an address would take quadratic time.
     */
    private static final Pattern LOCAL_PART = Pattern.compile("(?<![^\\s,;<>()=\"@])[^\\s,;<>()=\"@]++@");

    private static final int MOST_DETAILS = 16;
    private static final int LONGEST = 200;

    /** Cuts long texts and removes the local parts of mail addresses. */
    public AuditEvent {
        action = cut(action);
        Map<String, String> kept = new LinkedHashMap<>();
        details.forEach((name, value) -> {
            if (kept.size() < MOST_DETAILS) {
                kept.put(cut(name), cut(anonymous(value)));
            }
        });
        details = Collections.unmodifiableMap(kept);
    }

    /**
     * The object of an action.
     *
     * @param kind the kind of the object: the noun of the action, for example {@code account}
     * @param id the id or name of the object, as the caller gave it
     */
    public record Target(String kind, String id) {
        /** Cuts long texts and removes the local parts of mail addresses. */
        public Target {
            kind = cut(kind);
            id = cut(anonymous(id));
        }
    }

    /** The result of an action. */
    public enum Outcome {
        /** The action was performed. */
        DONE,
        /** The action was rejected; nothing was changed. */
        REFUSED,
        /** The action failed with an internal error. */
        FAILED;

        /** Returns the name in the audit log. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Removes the local parts of mail addresses. Call this before the text is cut: if the cut removed the {@code @} of
     * an address, the pattern would not find the address, and its local part would stay in the text.
     */
    private static String anonymous(String text) {
        return LOCAL_PART.matcher(text).replaceAll("*@");
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "…";
    }
}
