package svc.cap.mail.mailbox;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.cap.mail.api.MailStore.VisibleMailbox;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;

/**
 * Renders mailboxes for one caller.
 *
 * @param own whether the account is the caller's own
 * @param changing whether the caller may change the mailboxes
 * @param subscribed the mailboxes to which the caller is subscribed, if the account is that of another user
 * @param visible the mailboxes that the caller sees
 */
public record MailboxView(boolean own, boolean changing, Set<Long> subscribed, VisibleContainers visible) {

    /**
     * Returns the view of a caller on an account. Reads the subscriptions of the caller only if {@code subscriptions}
     * is true.
     */
    public static MailboxView of(Sql sql, AccessibleAccount accessible, Caller caller, boolean subscriptions) {
        boolean changing = accessible
                .accessTo(MailCapability.URN)
                .or(() -> accessible.accessTo(MailV2Capability.URN))
                .filter(access -> access == Access.WRITE)
                .isPresent();
        boolean required = subscriptions && !accessible.isPersonal();
        return new MailboxView(
                accessible.isPersonal(),
                changing,
                required ? SubscriptionRows.of(sql, caller.account().n()) : Set.of(),
                VisibleContainers.of(accessible));
    }

    boolean subscribed(Mailbox mailbox) {
        return own ? mailbox.core().subscribed() : subscribed.contains(mailbox.n());
    }

    /** Writes the named properties of a mailbox. */
    public void write(Mailbox mailbox, Set<String> names, JsonWriter out) {
        for (MailboxProperty property : MailboxProperty.values()) {
            if (names.contains(property.word())) {
                out.name(property.word());
                write(mailbox, property, out);
            }
        }
    }

    private void write(Mailbox mailbox, MailboxProperty property, JsonWriter out) {
        switch (property) {
            case NAME -> out.string(mailbox.core().name());
            case SORT_ORDER -> out.number(mailbox.core().sort());
            case TOTAL_EMAILS -> out.number(mailbox.counts().emails());
            case UNREAD_EMAILS -> out.number(mailbox.counts().unread());
            case TOTAL_THREADS -> out.number(mailbox.counts().threads());
            case UNREAD_THREADS -> out.number(mailbox.counts().unreadThreads());
            case IS_SUBSCRIBED -> out.bool(subscribed(mailbox));
            case PARENT_ID, ROLE, MY_RIGHTS -> out.value(value(mailbox, property));
        }
    }

    /** Returns the value of a property. */
    @Nullable
    public Object value(Mailbox mailbox, MailboxProperty property) {
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
        return n == Mailbox.TOP ? null : ObjectId.format(Mailbox.LETTER, n);
    }

    /** Returns the rights of the caller. The inbox cannot be deleted, because incoming mail is filed there. */
    private Map<String, @Nullable Object> rights(Mailbox mailbox) {
        Map<String, @Nullable Object> rights = new LinkedHashMap<>();
        for (String right : VisibleContainers.RIGHTS) {
            rights.put(right, may(mailbox, right));
        }
        return rights;
    }

    private boolean may(Mailbox mailbox, String right) {
        boolean inbox = mailbox.core().role().equals(Optional.of(MailboxValidation.INBOX));
        boolean may = visible.isAll()
                ? changing || right.equals(VisibleContainers.READ)
                : visible.may(List.of(mailbox.n()), right);
        return may && !(inbox && right.equals(VisibleContainers.DELETE));
    }

    /** Returns a mailbox for the front of another protocol. */
    public VisibleMailbox visible(Mailbox mailbox) {
        Set<String> rights = VisibleContainers.RIGHTS.stream()
                .filter(right -> may(mailbox, right))
                .collect(Collectors.toCollection(HashSet::new));
        if (own || (!visible.isAll() && may(mailbox, VisibleContainers.SHARE))) {
            rights.add(VisibleContainers.SHARE);
        }
        Mailbox.Properties core = mailbox.core();
        return new VisibleMailbox(
                mailbox.n(),
                core.parent(),
                core.name(),
                core.role(),
                subscribed(mailbox),
                mailbox.counts().emails(),
                rights);
    }
}
