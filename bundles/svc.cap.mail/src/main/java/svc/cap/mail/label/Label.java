package svc.cap.mail.label;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.jmap.query.Collation;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.mailbox.MailboxValidation;

/**
 * A label (V2-03). Labels are flat, belong to the account, and can be on any number of emails.
 *
 * @param n the number of the label
 * @param core the properties that users set
 */
public record Label(long n, Properties core) {

    public static final String TYPE = LabelsCapability.TYPE;
    public static final char LETTER = 'l';

    static final String NAME = "name";
    static final String COLOR = "color";
    static final String SORT = "sortOrder";
    static final String SHARE_WITH = "shareWith";
    static final String MY_RIGHTS = "myRights";

    /** The properties that clients may set. */
    static final Set<String> SETTABLE = Set.of(NAME, COLOR, SORT, SHARE_WITH);

    private static final Pattern HEX = Pattern.compile("#[0-9A-Fa-f]{6}");

    /** The defaults of a new label. */
    static final Properties FRESH = new Properties("", Optional.empty(), 0);

    /**
     * The properties that users set.
     *
     * @param name the name in Normalization Form C, without surrounding space
     * @param color the color in lower case, if any
     * @param sort the {@code sortOrder}
     */
    record Properties(String name, Optional<String> color, int sort) {

        /** Returns the name without differences of case. In an account, this form of the name is unique. */
        String folded() {
            return Collation.UNICODE_CASEMAP.key(name);
        }

        /**
         * Returns the properties with the values of a client applied; null means the default.
         *
         * @throws SetError if a value is invalid
         */
        Properties with(Map<String, @Nullable Object> given) {
            Properties core = this;
            for (Map.Entry<String, @Nullable Object> one : given.entrySet()) {
                Object value = one.getValue();
                core = switch (one.getKey()) {
                    case NAME -> new Properties(Label.name(value), core.color, core.sort);
                    case COLOR -> new Properties(core.name, Label.color(value), core.sort);
                    case SORT -> new Properties(core.name, core.color, MailboxValidation.sort(value, 0));
                    case SHARE_WITH -> withoutShares(core, value);
                    default -> throw SetError.invalidProperty(one.getKey(), rejection(one.getKey()));
                };
            }
            return core;
        }
    }

    private static Properties withoutShares(Properties core, @Nullable Object shareWith) {
        if (shareWith != null) {
            throw SetError.invalidProperty(
                    SHARE_WITH,
                    "Labels cannot be shared one by one: they are shared with the emails that have them. Set null.");
        }
        return core;
    }

    private static String rejection(String property) {
        return switch (property) {
            case "parentId" -> "Labels have no hierarchy: parentId cannot be set.";
            case MY_RIGHTS, "id" -> "This property is set by the server.";
            default -> "A label has no such property.";
        };
    }

    private static String name(@Nullable Object value) {
        String name = value instanceof String text
                ? Normalizer.normalize(text, Normalizer.Form.NFC).strip()
                : "";
        if (name.isEmpty()) {
            throw SetError.invalidProperty(NAME, "The name of a label must have at least one visible character.");
        }
        if (name.codePoints().anyMatch(MailboxValidation::isControl)) {
            throw SetError.invalidProperty(NAME, "The name of a label must not contain control characters.");
        }
        if (name.codePointCount(0, name.length()) > LabelsCapability.MAX_NAME_LENGTH) {
            throw SetError.invalidProperty(
                    NAME, "The name of a label can have at most " + LabelsCapability.MAX_NAME_LENGTH + " characters.");
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
        throw SetError.invalidProperty(
                COLOR, "The color must be null or # and six hexadecimal digits, such as #1a73e8.");
    }

    /**
     * Returns the value of a property.
     *
     * @param changing whether the caller may change labels
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
