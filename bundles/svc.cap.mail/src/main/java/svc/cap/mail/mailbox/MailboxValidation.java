package svc.cap.mail;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.cap.mail.Mailbox.Core;

/** What a client may write into the properties of a mailbox, each for itself (RFC 8621 §2). */
final class MailboxRules {

    static final String INBOX = "inbox";
    static final String TRASH = "trash";

    /** Attribute names of the IANA registry that say what a mailbox is for, in lower case. */
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

    private MailboxRules() {}

    /**
     * A mailbox with values of a client on it.
     *
     * @param before how it is, or how one is of which the client says nothing
     * @param given the values by the names of properties; null means the default
     */
    static Core with(Core before, Map<MailboxProperty, @Nullable Object> given) {
        Core core = before;
        for (Map.Entry<MailboxProperty, @Nullable Object> entry : given.entrySet()) {
            Object value = entry.getValue();
            core = switch (entry.getKey()) {
                case NAME -> new Core(name(value), core.parent(), core.role(), core.sort(), core.subscribed());
                case PARENT_ID -> new Core(core.name(), parent(value), core.role(), core.sort(), core.subscribed());
                case ROLE -> new Core(core.name(), core.parent(), role(value), core.sort(), core.subscribed());
                case SORT_ORDER -> new Core(core.name(), core.parent(), core.role(), sort(value), core.subscribed());
                case IS_SUBSCRIBED -> new Core(core.name(), core.parent(), core.role(), core.sort(), subscribed(value));
                case TOTAL_EMAILS, UNREAD_EMAILS, TOTAL_THREADS, UNREAD_THREADS, MY_RIGHTS -> core;
            };
        }
        return core;
    }

    /** Net-Unicode (RFC 5198): composed, without control characters. */
    private static String name(@Nullable Object value) {
        if (!(value instanceof String text) || text.isEmpty()) {
            throw SetError.invalidProperty("name", "A mailbox has a name of one character or more.");
        }
        if (text.codePoints().anyMatch(MailboxRules::forbidden)) {
            throw SetError.invalidProperty("name", "The name of a mailbox has no control characters.");
        }
        String name = Normalizer.normalize(text, Normalizer.Form.NFC);
        if (name.getBytes(StandardCharsets.UTF_8).length > MailCapability.LONGEST_NAME) {
            throw SetError.invalidProperty(
                    "name", "The name of a mailbox has " + MailCapability.LONGEST_NAME + " octets at most.");
        }
        return name;
    }

    static boolean forbidden(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || Character.getType(c) == Character.SURROGATE;
    }

    private static long parent(@Nullable Object value) {
        if (value == null) {
            return Mailbox.TOP;
        }
        OptionalLong n = value instanceof String text ? ObjectId.number(Mailbox.LETTER, text) : OptionalLong.empty();
        return n.orElseThrow(() -> SetError.invalidProperty("parentId", "This is the id of no mailbox."));
    }

    private static Optional<String> role(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text && ROLES.contains(text)) {
            return Optional.of(text);
        }
        throw SetError.invalidProperty(
                "role", "A role is null or one of the IMAP Mailbox Name Attributes in lower case, such as archive.");
    }

    static int sort(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && number.doubleValue() >= 0
                && number.doubleValue() <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw SetError.invalidProperty("sortOrder", "A sort order is a whole number from 0 to 2147483647.");
    }

    private static boolean subscribed(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            return !Boolean.FALSE.equals(value);
        }
        throw SetError.invalidProperty("isSubscribed", "This is true or false.");
    }
}
