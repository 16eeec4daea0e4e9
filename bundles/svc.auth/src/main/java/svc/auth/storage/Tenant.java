package svc.auth.storage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.operation.Help;
import svc.api.store.ObjectId;

/**
 * A tenant: a group of accounts that is isolated from all other accounts.
 *
 * @param n the number
 * @param name the display name for operators
 * @param domains the domains, sorted
 * @param suspended whether sign-in is disabled for all accounts
 * @param createdAt the time of creation
 * @param off the URNs of the capabilities that are switched off
 * @param plan the name of the plan
 * @param branding the branding
 */
public record Tenant(
        long n,
        String name,
        List<String> domains,
        boolean suspended,
        Instant createdAt,
        Set<String> off,
        String plan,
        Branding branding) {

    /** The state that an operator sets. */
    public enum State {
        /** The accounts can sign in. */
        ACTIVE,
        /** No account can sign in. */
        SUSPENDED
    }

    /** The letter of the id of a tenant. */
    public static final char LETTER = 't';

    /**
     * The branding of a tenant; every part is optional.
     *
     * @param displayName the name in page titles
     * @param logoUrl the URL of the logo
     * @param primaryColor the colour, as {@code #1a2b3c}
     * @param supportEmail the address for support requests of users
     */
    public record Branding(
            @Help("the name in page titles") @Nullable String displayName,
            @Help("the https URL of the logo") @Nullable String logoUrl,
            @Help("the colour, such as #1a2b3c") @Nullable String primaryColor,

            @Help("the address for support requests of users") @Nullable
            String supportEmail) {}

    /** Returns the number in an id; empty if the text is not an id of a tenant. */
    public static Optional<Long> number(String id) {
        return ObjectId.parse(LETTER, id).stream().boxed().findFirst();
    }

    /** Returns the id for a number. */
    public static String id(long n) {
        return ObjectId.format(LETTER, n);
    }

    public String id() {
        return id(n);
    }
}
