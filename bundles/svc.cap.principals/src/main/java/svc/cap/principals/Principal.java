package svc.cap.principals;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Groups.Group;
import svc.api.store.ObjectId;

/**
 * The stored properties of a principal (RFC 9670 §2).
 *
 * @param n the number of the account or group
 * @param directoryName the name of the account or group in the directory; if it changes, the principal is renamed
 */
record Principal(
        long n,
        Kind kind,
        String name,
        @Nullable String description,
        @Nullable String email,
        @Nullable String timeZone,
        String directoryName) {

    /** The kinds of principals. */
    enum Kind {
        INDIVIDUAL,
        GROUP;

        /** Returns the value of the property {@code type}. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Principal of(Account account) {
        return new Principal(account.n(), Kind.INDIVIDUAL, account.name(), null, account.email(), null, account.name());
    }

    static Principal of(Group group) {
        return new Principal(group.n(), Kind.GROUP, group.name(), group.description(), null, null, group.name());
    }

    String id() {
        return ObjectId.format(Account.LETTER, n);
    }

    /** Returns this state of the directory with the properties that the user has set in the stored principal. */
    Principal over(Principal stored) {
        return new Principal(
                n,
                kind,
                directoryName.equals(stored.directoryName) ? stored.name : name,
                kind == Kind.GROUP ? description : stored.description,
                email,
                stored.timeZone,
                directoryName);
    }
}
