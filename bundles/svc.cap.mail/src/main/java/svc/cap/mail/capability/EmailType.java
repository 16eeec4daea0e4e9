package svc.cap.mail.capability;

import svc.api.store.Facets;
import svc.cap.mail.api.MailStore;

/** Names and facets of the type {@code Email}. */
public final class EmailType {

    public static final String TYPE = MailStore.TYPE;
    public static final char LETTER = MailStore.LETTER;

    /** Push-only type whose state changes whenever an email is added (RFC 8621 §1.5). */
    public static final String DELIVERY = "EmailDelivery";

    /**
     * Type of the change log, of which JMAP knows nothing: the emails that have the flag {@code \Deleted} in some
     * mailboxes, which are its containers. The numbers are those of the emails.
     */
    public static final String MARKED_DELETED = "EmailMarkedDeleted";

    /** Facet of the mailboxes of an email. */
    public static final Facets PLACE = Facets.of(0);

    /** Facet of the keywords of an email. */
    public static final Facets FLAGS = Facets.of(1);

    private EmailType() {}
}
