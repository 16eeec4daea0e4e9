package svc.delivery.filing;

import java.util.List;
import java.util.Optional;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.LocalAccount;

/** Where mail to an address goes. */
public sealed interface Destination {

    /**
     * An account of this server.
     *
     * @param account the account
     * @param acceptsMail whether it accepts mail now
     * @param forwards the addresses to which the account only sends the mail on; empty to file it
     * @param isReturnPath whether only notifications are accepted, because the address is the rewritten return path of a
     *     message that was sent on
     */
    record Local(Account account, boolean acceptsMail, List<String> forwards, boolean isReturnPath)
            implements Destination {

        public Local(Account account, boolean acceptsMail, List<String> forwards) {
            this(account, acceptsMail, forwards, false);
        }
    }

    /**
     * Another server.
     *
     * @param relay how this server sends mail from others on to the address; empty if it does not
     */
    record Remote(Optional<Relay> relay) implements Destination {}

    /**
     * The way of mail to a relay domain.
     *
     * @param tenant the id of the tenant to which the domain belongs
     * @param account the account that holds the messages until they are sent on; empty if it no longer exists
     */
    record Relay(String tenant, Optional<LocalAccount> account) {}

    /** Nowhere. */
    record Invalid(SmtpReply reply) implements Destination {}
}
