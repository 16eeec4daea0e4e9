package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
 * @param plan the name of its plan
 * @param branding how it shows itself
 */
record Organization(
        long n,
        String name,
        List<String> domains,
        boolean suspended,
        Instant createdAt,
        Set<String> off,
        String plan,
        Branding branding) {

    /** The letter of an organization's id. */
    static final char LETTER = 't';

    /**
     * How an organization shows itself; each of it may be missing.
     *
     * @param displayName the name in a title
     * @param logoUrl where its logo is
     * @param primaryColor its colour, as {@code #1a2b3c}
     * @param supportEmail whom its people ask
     */
    record Branding(
            @Nullable String displayName,
            @Nullable String logoUrl,
            @Nullable String primaryColor,
            @Nullable String supportEmail) {}

    /** The id of a number. */
    static String id(long n) {
        return ObjectId.text(LETTER, n);
    }

    /** The id. */
    String id() {
        return id(n);
    }
}
