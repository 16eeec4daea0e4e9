package svc.api.identity;

import svc.api.store.ObjectId;

/**
 * An account of a tenant.
 *
 * @param n the number of the account in the store
 * @param organization the id of the tenant
 * @param email the sign-in address in canonical form
 * @param name the display name; the address by default
 */
public record Account(long n, String organization, String email, String name) {

    /** The id letter of accounts. */
    public static final char LETTER = 'a';

    /** Returns the JMAP id. */
    public String id() {
        return ObjectId.format(LETTER, n);
    }
}
