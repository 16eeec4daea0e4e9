package svc.cap.mail.mailbox;

import static svc.api.jmap.ValueReader.PROPERTIES;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailbox.Mailbox.Properties;

/** Validates the mailbox properties that a client sets, each property on its own (RFC 8621 §2). */
public final class MailboxValidation {

    public static final String INBOX = "inbox";
    static final String TRASH = "trash";

    /** Default {@code sortOrder} of a new mailbox, which then sorts after the default mailboxes. */
    public static final int AFTER_ROLES = 100;

    /** Roles in lower case, from the IANA registry of IMAP Mailbox Name Attributes. */
    private static final Set<String> ROLES = Set.of(
            "all",
            "archive",
            "drafts",
            "flagged",
            "important",
            INBOX,
            "junk",
            "memos",
            "scheduled",
            "sent",
            "snoozed",
            TRASH);

    private MailboxValidation() {}

    /**
     * Returns a mailbox with the values of a client applied.
     *
     * @param before the stored properties, or the defaults of a new mailbox
     * @param given the values by property; null means the default
     */
    public static Properties validated(Properties before, Map<MailboxProperty, @Nullable Object> given) {
        PropertyErrors errors = new PropertyErrors();
        Properties core = before;
        for (Map.Entry<MailboxProperty, @Nullable Object> entry : given.entrySet()) {
            try {
                core = with(core, entry.getKey(), entry.getValue());
            } catch (SetError e) {
                errors.add(e);
            }
        }
        errors.throwIfAny();
        return core;
    }

    private static Properties with(Properties core, MailboxProperty property, @Nullable Object value) {
        return switch (property) {
            case NAME -> new Properties(name(value), core.parent(), core.role(), core.sort(), core.subscribed());
            case PARENT_ID -> new Properties(core.name(), parent(value), core.role(), core.sort(), core.subscribed());
            case ROLE -> new Properties(core.name(), core.parent(), role(value), core.sort(), core.subscribed());
            case SORT_ORDER ->
                new Properties(
                        core.name(),
                        core.parent(),
                        core.role(),
                        (int)
                                (value == null
                                        ? AFTER_ROLES
                                        : PROPERTIES.unsigned(property.word(), value, Integer.MAX_VALUE)),
                        core.subscribed());
            case IS_SUBSCRIBED ->
                new Properties(
                        core.name(),
                        core.parent(),
                        core.role(),
                        core.sort(),
                        value == null || PROPERTIES.bool(property.word(), value));
            case TOTAL_EMAILS, UNREAD_EMAILS, TOTAL_THREADS, UNREAD_THREADS, MY_RIGHTS -> core;
        };
    }

    /** Validates a name. It must be Net-Unicode (RFC 5198): composed and without control characters. */
    private static String name(@Nullable Object value) {
        if (!(value instanceof String text) || text.isEmpty()) {
            throw SetError.invalidProperty("name", "The name of a mailbox must have at least one character.");
        }
        if (text.codePoints().anyMatch(MailboxValidation::isControl)) {
            throw SetError.invalidProperty("name", "The name of a mailbox must not contain control characters.");
        }
        String name = Normalizer.normalize(text, Normalizer.Form.NFC);
        if (name.getBytes(StandardCharsets.UTF_8).length > MailCapability.LONGEST_NAME) {
            throw SetError.invalidProperty(
                    "name", "The name of a mailbox can have at most " + MailCapability.LONGEST_NAME + " octets.");
        }
        return name;
    }

    public static boolean isControl(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || Character.getType(c) == Character.SURROGATE;
    }

    private static long parent(@Nullable Object value) {
        if (value == null) {
            return Mailbox.TOP;
        }
        OptionalLong n = value instanceof String text ? ObjectId.parse(Mailbox.LETTER, text) : OptionalLong.empty();
        return n.orElseThrow(() -> SetError.invalidProperty("parentId", "There is no mailbox with this id."));
    }

    private static Optional<String> role(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text && ROLES.contains(text)) {
            return Optional.of(text);
        }
        throw SetError.invalidProperty(
                "role",
                "The role must be null or one of the IMAP Mailbox Name Attributes in lower case, such as archive.");
    }
}
