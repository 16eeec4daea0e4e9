package svc.api.audit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What was done. It never holds a secret: whoever makes one leaves secrets out. What is too long is cut, so that nobody can
 * fill the audit with what they send; of a mail address only the domain stays, because the audit outlives accounts.
 *
 * @param actor who did it
 * @param action what, as {@code noun.verb}: {@code tenant.update}
 * @param organization the number of the organization that it is about, {@value #INSTANCE} for the server as a whole
 * @param target what it was done to
 * @param outcome what became of it
 * @param details how, in the order in which they are given
 */
public record Act(
        Actor actor,
        String action,
        long organization,
        Optional<Target> target,
        Outcome outcome,
        Map<String, String> details) {

    /** In the place of an organization: the server as a whole. */
    public static final long INSTANCE = 0;

    /** Begins at the beginning of a word only, for else a long text without any address would take the square of its length. */
    private static final Pattern LOCAL_PART = Pattern.compile("(?<![^\\s,;<>()=\"@])[^\\s,;<>()=\"@]++@");

    private static final int MOST_DETAILS = 16;
    private static final int LONGEST = 200;

    /** Cuts what is too long, and mail addresses. */
    public Act {
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
     * What something was done to.
     *
     * @param kind the noun
     * @param id which one, as it was named
     */
    public record Target(String kind, String id) {
        /** Cuts what is too long, and mail addresses. */
        public Target {
            kind = cut(kind);
            id = cut(anonymous(id));
        }
    }

    /** What became of it. */
    public enum Outcome {
        /** It was done. */
        DONE,
        /** It was refused, and nothing was changed. */
        REFUSED,
        /** The server failed inside. */
        FAILED;

        /** The word in the audit. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of a text that is not cut yet, for a cut through an address would hide that it is one. */
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
