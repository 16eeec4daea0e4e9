package svc.cap.mail;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Sql;

/**
 * Mailboxes as somebody sees them.
 *
 * @param own whether they are the caller's own
 * @param changing whether the caller may change them
 * @param subscribed of another's mailboxes those that the caller wants to see
 */
record MailboxView(boolean own, boolean changing, Set<Long> subscribed) {

    /** Those of an account as a caller reaches it. */
    static MailboxView of(Sql sql, Reach reach, Caller caller, boolean subscriptions) {
        boolean changing = reach.access(MailCapability.URN)
                .or(() -> reach.access(SecondMailCapability.URN))
                .filter(access -> access == Access.WRITE)
                .isPresent();
        boolean needed = subscriptions && !reach.personal();
        return new MailboxView(
                reach.personal(),
                changing,
                needed ? SubscriptionRows.of(sql, caller.account().n()) : Set.of());
    }

    boolean subscribed(Mailbox mailbox) {
        return own ? mailbox.core().subscribed() : subscribed.contains(mailbox.n());
    }

    /** Writes properties. */
    void write(Mailbox mailbox, Set<String> names, JsonSink out) {
        for (MailboxProperty property : MailboxProperty.values()) {
            if (names.contains(property.word())) {
                out.name(property.word());
                write(mailbox, property, out);
            }
        }
    }

    private void write(Mailbox mailbox, MailboxProperty property, JsonSink out) {
        switch (property) {
            case NAME -> out.text(mailbox.core().name());
            case SORT_ORDER -> out.number(mailbox.core().sort());
            case TOTAL_EMAILS -> out.number(mailbox.counts().emails());
            case UNREAD_EMAILS -> out.number(mailbox.counts().unread());
            case TOTAL_THREADS -> out.number(mailbox.counts().threads());
            case UNREAD_THREADS -> out.number(mailbox.counts().unreadThreads());
            case IS_SUBSCRIBED -> out.truth(subscribed(mailbox));
            case PARENT_ID, ROLE, MY_RIGHTS -> out.value(value(mailbox, property));
        }
    }

    /** A property as a plain value. */
    @Nullable
    Object value(Mailbox mailbox, MailboxProperty property) {
        return switch (property) {
            case NAME -> mailbox.core().name();
            case PARENT_ID -> parent(mailbox.core().parent());
            case ROLE -> mailbox.core().role().orElse(null);
            case SORT_ORDER -> (long) mailbox.core().sort();
            case TOTAL_EMAILS -> (long) mailbox.counts().emails();
            case UNREAD_EMAILS -> (long) mailbox.counts().unread();
            case TOTAL_THREADS -> (long) mailbox.counts().threads();
            case UNREAD_THREADS -> (long) mailbox.counts().unreadThreads();
            case MY_RIGHTS -> rights(mailbox);
            case IS_SUBSCRIBED -> subscribed(mailbox);
        };
    }

    static @Nullable String parent(long n) {
        return n == Mailbox.TOP ? null : ObjectId.text(Mailbox.LETTER, n);
    }

    /** The inbox stays: mail has to arrive somewhere. */
    private Map<String, @Nullable Object> rights(Mailbox mailbox) {
        boolean inbox = mailbox.core().role().equals(Optional.of(MailboxRules.INBOX));
        Map<String, @Nullable Object> rights = new LinkedHashMap<>();
        rights.put("mayReadItems", true);
        for (String right : new String[] {
            "mayAddItems", "mayRemoveItems", "maySetSeen", "maySetKeywords", "mayCreateChild", "mayRename", "maySubmit"
        }) {
            rights.put(right, changing);
        }
        rights.put("mayDelete", changing && !inbox);
        return rights;
    }
}
