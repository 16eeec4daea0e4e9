package svc.push.web;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import svc.api.store.ObjectId;

/**
 * A push subscription (RFC 8620 §7.2) as it is kept.
 *
 * @param n its number
 * @param owner whose it is
 * @param client the client's own id of device and program
 * @param url where messages go to
 * @param keys what they are encrypted with
 * @param code what the client must have received
 * @param verified whether it has shown that
 * @param asked how often the code was sent, or tried to
 * @param expires when it ends
 * @param types what is to be told; empty for all
 * @param told up to where the client was told
 */
record Subscription(
        long n,
        Owner owner,
        String client,
        String url,
        Optional<ClientKeys> keys,
        String code,
        boolean verified,
        int asked,
        Instant expires,
        Optional<Set<String>> types,
        Told told) {

    /** The letter of an id. */
    static final char LETTER = 'w';

    String id() {
        return ObjectId.text(LETTER, n);
    }

    Target target() {
        return Target.parse(url).orElseThrow(() -> new IllegalStateException("A url that was kept is none"));
    }

    /** With what a client may change. */
    Subscription with(boolean nowVerified, Instant until, Optional<Set<String>> wanted) {
        return new Subscription(n, owner, client, url, keys, code, nowVerified, asked, until, wanted, told);
    }

    /** Nothing that anybody could send or read messages with. */
    @Override
    public String toString() {
        return id();
    }
}
