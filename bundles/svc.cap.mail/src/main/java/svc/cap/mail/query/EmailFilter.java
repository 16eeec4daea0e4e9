package svc.cap.mail.query;

import java.util.List;
import java.util.Set;
import svc.api.jmap.query.Query.Filter;

/** A parsed filter of {@code Email/query} (RFC 8621 §4.4.1). */
sealed interface EmailFilter {

    /** All parts match. Without parts, everything matches. */
    record And(List<EmailFilter> parts) implements EmailFilter {}

    /** At least one part matches. */
    record Or(List<EmailFilter> parts) implements EmailFilter {}

    /** The part does not match. */
    record Not(EmailFilter part) implements EmailFilter {}

    /** {@code inMailbox}: the email is in the mailbox. */
    record InMailbox(long mailbox) implements EmailFilter {}

    /** The caller sees the email: it is in one of the visible mailboxes, or has one of the visible labels. */
    record IsVisible(Set<Long> mailboxes, Set<Long> labels) implements EmailFilter {}

    /** {@code inMailboxOtherThan}: the email is in at least one mailbox outside the set. */
    record InMailboxOtherThan(Set<Long> mailboxes) implements EmailFilter {}

    /**
     * {@code after} and {@code before}: {@code receivedAt} is at least {@code from} and less than {@code before}, in
     * seconds.
     */
    record ReceivedBetween(long from, long before) implements EmailFilter {}

    /** {@code minSize} and {@code maxSize}: the size is at least {@code from} and less than {@code below}. */
    record SizeBetween(long from, long below) implements EmailFilter {}

    /** {@code hasAttachment}: the email has an attachment. */
    record HasAttachment() implements EmailFilter {}

    /** {@code hasKeyword}: the email has the keyword. */
    record HasKeyword(String keyword) implements EmailFilter {}

    /**
     * {@code allInThreadHaveKeyword} and {@code someInThreadHaveKeyword}: all emails of the thread, or at least one,
     * have the keyword.
     */
    record InThread(String keyword, boolean all) implements EmailFilter {}

    /** A part that consists only of conditions on texts. The search index evaluates it. */
    record Text(Filter filter) implements EmailFilter {}

    /** Returns a filter that matches everything. */
    static EmailFilter all() {
        return new And(List.of());
    }

    /** Returns whether the filter or one of its parts is of a kind. */
    default boolean has(Class<? extends EmailFilter> kind) {
        if (kind.isInstance(this)) {
            return true;
        }
        if (this instanceof And and) {
            return and.parts.stream().anyMatch(part -> part.has(kind));
        }
        if (this instanceof Or or) {
            return or.parts.stream().anyMatch(part -> part.has(kind));
        }
        return this instanceof Not not && not.part.has(kind);
    }
}
