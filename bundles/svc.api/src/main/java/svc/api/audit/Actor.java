package svc.api.audit;

import java.util.Locale;
import java.util.Optional;
import svc.api.identity.Account;

/**
 * Who did something.
 *
 * @param kind how they proved who they are
 * @param id which of their kind, where that is known: an account's id, the name of a user of the machine
 * @param address where they came from, where they came over the network
 */
public record Actor(Kind kind, Optional<String> id, Optional<String> address) {

    /** The server on its own accord. */
    public static final Actor SYSTEM = new Actor(Kind.SYSTEM, Optional.empty(), Optional.empty());

    /** Whoever holds the admin token. */
    public static Actor adminToken(String address) {
        return new Actor(Kind.ADMIN_TOKEN, Optional.empty(), Optional.of(address));
    }

    /** Somebody at the machine itself; {@code user} as the machine calls them, empty when it does not say. */
    public static Actor console(String user) {
        return new Actor(Kind.CONSOLE, Optional.of(user).filter(name -> !name.isEmpty()), Optional.empty());
    }

    /** An account that has proved itself. */
    public static Actor account(Account account, String address) {
        return new Actor(Kind.ACCOUNT, Optional.of(account.id()), Optional.of(address));
    }

    /** Somebody who did not prove to be anybody. */
    public static Actor nobody(String address) {
        return new Actor(Kind.NOBODY, Optional.empty(), Optional.of(address));
    }

    /** The kinds of actors. */
    public enum Kind {
        /** The admin token. */
        ADMIN_TOKEN,
        /** A command at the machine. */
        CONSOLE,
        /** An account. */
        ACCOUNT,
        /** The server. */
        SYSTEM,
        /** Not known. */
        NOBODY;

        /** The word in the audit: lower case with hyphens. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
