package svc.cap.mail;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.SetError;

/**
 * A label (V2-03): flat, of the account, on any number of messages.
 *
 * @param n its number
 * @param core what people set
 */
record Label(long n, Core core) {

    static final String TYPE = "Label";
    static final char LETTER = 'l';

    static final String NAME = "name";
    static final String COLOR = "color";
    static final String SORT = "sortOrder";
    static final String SHARE_WITH = "shareWith";
    static final String MY_RIGHTS = "myRights";

    /** Characters of a name. */
    static final int LONGEST_NAME = 255;

    /** What clients may say of a label. */
    static final Set<String> SETTABLE = Set.of(NAME, COLOR, SORT, SHARE_WITH);

    private static final Pattern HEX = Pattern.compile("#[0-9A-Fa-f]{6}");

    /** One of which nothing is said yet. */
    static final Core FRESH = new Core("", Optional.empty(), 0);

    /**
     * What people set.
     *
     * @param name composed, without space around it
     * @param color in lower case
     * @param sort its place among others
     */
    record Core(String name, Optional<String> color, int sort) {

        /** The name as names are compared: two labels of an account differ in it. */
        String folded() {
            return Collation.UNICODE_CASEMAP.key(name);
        }

        /**
         * The same with what a client says; null means the default.
         *
         * @throws SetError what is wrong with it
         */
        Core with(Map<String, @Nullable Object> given) {
            Core core = this;
            for (Map.Entry<String, @Nullable Object> one : given.entrySet()) {
                Object value = one.getValue();
                core = switch (one.getKey()) {
                    case NAME -> new Core(Label.name(value), core.color, core.sort);
                    case COLOR -> new Core(core.name, Label.color(value), core.sort);
                    case SORT -> new Core(core.name, core.color, MailboxRules.sort(value));
                    case SHARE_WITH -> alone(core, value);
                    default -> throw SetError.invalidProperty(one.getKey(), why(one.getKey()));
                };
            }
            return core;
        }
    }

    private static Core alone(Core core, @Nullable Object shareWith) {
        if (shareWith != null) {
            throw SetError.invalidProperty(
                    SHARE_WITH,
                    "Labels are shared together with the mail that they are on, not one by one. Leave it null.");
        }
        return core;
    }

    private static String why(String property) {
        return switch (property) {
            case "parentId" -> "Labels are flat: none stands under another one.";
            case MY_RIGHTS, "id" -> "Only the server sets this.";
            default -> "A label has no property of this name.";
        };
    }

    private static String name(@Nullable Object value) {
        String name = value instanceof String text
                ? Normalizer.normalize(text, Normalizer.Form.NFC).strip()
                : "";
        if (name.isEmpty()) {
            throw SetError.invalidProperty(NAME, "A label has a name of one visible character or more.");
        }
        if (name.codePoints().anyMatch(MailboxRules::forbidden)) {
            throw SetError.invalidProperty(NAME, "The name of a label has no control characters.");
        }
        if (name.codePointCount(0, name.length()) > LONGEST_NAME) {
            throw SetError.invalidProperty(NAME, "The name of a label has " + LONGEST_NAME + " characters at most.");
        }
        return name;
    }

    private static Optional<String> color(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text && HEX.matcher(text).matches()) {
            return Optional.of(text.toLowerCase(Locale.ROOT));
        }
        throw SetError.invalidProperty(COLOR, "A color is null or six hexadecimal digits after a #, such as #1a73e8.");
    }

    /**
     * A property as somebody sees it who may change labels, or not.
     *
     * @param changing whether they may
     */
    @Nullable
    Object value(String property, boolean changing) {
        return switch (property) {
            case NAME -> core.name;
            case COLOR -> core.color.orElse(null);
            case SORT -> (long) core.sort;
            case MY_RIGHTS -> Map.of("mayRead", true, "mayWrite", changing, "mayDelete", changing, "mayShare", false);
            default -> null;
        };
    }
}
