package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import svc.api.store.ObjectId;

/**
 * An organization: accounts that know each other, and nobody else.
 *
 * @param n its number
 * @param name what people call it
 * @param domains its domains, sorted
 * @param suspended whether nobody of it can sign in
 * @param createdAt since when it is there
 * @param off the URNs of the capabilities that are switched off
 * @param accounts how many accounts it has
 */
record Organization(
        long n,
        String name,
        List<String> domains,
        boolean suspended,
        Instant createdAt,
        Set<String> off,
        long accounts) {

    /** The letter of an organization's id. */
    static final char LETTER = 't';

    /** The id of a number. */
    static String id(long n) {
        return ObjectId.text(LETTER, n);
    }

    /** The id. */
    String id() {
        return id(n);
    }
}
