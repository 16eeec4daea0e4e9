package svc.api.identity;

import svc.api.store.ObjectId;

/**
 * An account of an organization.
 *
 * @param n the number under which the store keeps its data
 * @param organization the id of its organization
 * @param email the address it signs in with, in canonical form
 * @param name what people call it; the address where nothing else was said
 */
public record Account(long n, String organization, String email, String name) {

    /** The letter of an account's id. */
    public static final char LETTER = 'a';

    /** The id that clients use. */
    public String id() {
        return ObjectId.text(LETTER, n);
    }
}
