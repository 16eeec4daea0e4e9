package svc.api.audit;

import java.util.Locale;
import java.util.Optional;
import svc.api.identity.Account;

/**
 * The acting party of an audit event.
 *
 * @param kind how the party authenticated
 * @param id the account id, or the operating system user of a command; empty for other kinds, or if unknown
 * @param address the network address; empty if the party did not connect over the network
 */
public record Actor(Kind kind, Optional<String> id, Optional<String> address) {

    /** The server itself. */
    public static final Actor SYSTEM = new Actor(Kind.SYSTEM, Optional.empty(), Optional.empty());

    /** Returns the actor for a holder of the admin token. */
    public static Actor adminToken(String address) {
        return new Actor(Kind.ADMIN_TOKEN, Optional.empty(), Optional.of(address));
    }

    /**
     * Returns the actor for a command that was run on the machine of the server.
     *
     * @param user the operating system user; empty if unknown
     */
    public static Actor console(String user) {
        return new Actor(Kind.CONSOLE, Optional.of(user).filter(name -> !name.isEmpty()), Optional.empty());
    }

    /** Returns the actor for an authenticated account. */
    public static Actor account(Account account, String address) {
        return new Actor(Kind.ACCOUNT, Optional.of(account.id()), Optional.of(address));
    }

    /** Returns the actor for an unauthenticated client. */
    public static Actor anonymous(String address) {
        return new Actor(Kind.ANONYMOUS, Optional.empty(), Optional.of(address));
    }

    /** How an actor authenticated. */
    public enum Kind {
        /** With the admin token. */
        ADMIN_TOKEN,
        /** As an operating system user who ran a command on the machine of the server. */
        CONSOLE,
        /** As an account. */
        ACCOUNT,
        /** The server itself. */
        SYSTEM,
        /** Not authenticated. */
        ANONYMOUS;

        /** Returns the name in the audit log: lower case with hyphens. */
        public String wireName() {
            // Existing log entries name an anonymous actor "nobody".
            return this == ANONYMOUS
                    ? "nobody"
                    : name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
