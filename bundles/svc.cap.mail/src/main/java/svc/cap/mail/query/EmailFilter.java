package svc.cap.mail;

import java.util.List;
import java.util.Set;
import svc.api.jmap.Query.Filter;

/** A filter of messages (RFC 8621 §4.4.1) as it was understood. */
sealed interface Clause {

    /** All of these; everything when there is none. */
    record And(List<Clause> parts) implements Clause {}

    /** One of these or more. */
    record Or(List<Clause> parts) implements Clause {}

    /** Not this one. */
    record Not(Clause part) implements Clause {}

    /** In a mailbox. */
    record InMailbox(long mailbox) implements Clause {}

    /** In a mailbox that is none of these. */
    record Elsewhere(Set<Long> mailboxes) implements Clause {}

    /** Received at a second from the first on and before the other. */
    record Received(long from, long before) implements Clause {}

    /** Of a size from the first on and below the other. */
    record Size(long from, long below) implements Clause {}

    /** Has an attachment. */
    record Attachment() implements Clause {}

    /** Has a keyword. */
    record Has(String keyword) implements Clause {}

    /** Messages of its thread have a keyword: all of them, or one at least. */
    record InThread(String keyword, boolean all) implements Clause {}

    /** Its texts are what is looked for: a filter of nothing but conditions on texts. */
    record Text(Filter filter) implements Clause {}

    /** Everything. */
    static Clause all() {
        return new And(List.of());
    }

    /** Whether something in it is of a kind. */
    default boolean has(Class<? extends Clause> kind) {
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
