package svc.cap.mail.mailbox;

import java.util.Optional;
import svc.api.store.Facets;
import svc.cap.mail.mailbox.MailboxCountDeltas.Counts;

/**
 * A mailbox (RFC 8621 §2).
 *
 * @param n the number of the mailbox
 * @param core the properties that users set
 * @param counts the four counts
 */
public record Mailbox(long n, Properties core, Counts counts) {

    public static final String TYPE = "Mailbox";
    public static final char LETTER = 'f';

    /** Facet of the properties that users set. */
    public static final Facets CORE = Facets.of(0);

    /** Facet of the four counts. */
    public static final Facets COUNTS = Facets.of(1);

    /** The parent number of a mailbox without a parent. */
    public static final long TOP = 0;

    /**
     * The properties that users set.
     *
     * @param name the name in Normalization Form C
     * @param parent the number of the parent mailbox, or {@link #TOP}
     * @param role the role, if any
     * @param sort the {@code sortOrder}
     * @param subscribed whether the user of the account is subscribed
     */
    public record Properties(String name, long parent, Optional<String> role, int sort, boolean subscribed) {

        /**
         * Returns whether the mailbox is at the top level and has the name {@code INBOX} in upper or lower case, which
         * IMAP reserves (RFC 9051 §5.1).
         */
        public boolean isNamedInbox() {
            return parent == TOP && name.equalsIgnoreCase(MailboxValidation.INBOX);
        }
    }
}
