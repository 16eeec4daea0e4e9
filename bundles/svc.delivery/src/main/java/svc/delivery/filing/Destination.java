package svc.delivery.filing;

import java.util.List;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;

/** Where mail to an address goes. */
public sealed interface Destination {

    /**
     * An account of this server.
     *
     * @param account the account
     * @param acceptsMail whether it accepts mail now
     * @param forwards the addresses to which the account only sends the mail on; empty to file it
     */
    record Local(Account account, boolean acceptsMail, List<String> forwards) implements Destination {}

    /** Another server. */
    record Remote() implements Destination {}

    /** Nowhere. */
    record Invalid(SmtpReply reply) implements Destination {}
}
