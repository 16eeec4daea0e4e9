package svc.push.web.subscription;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import svc.api.http.client.HttpTarget;
import svc.api.store.ObjectId;
import svc.push.web.crypto.ClientKeys;

/**
 * A stored push subscription (RFC 8620 §7.2).
 *
 * @param n the number of the subscription
 * @param owner the sign-in that owns the subscription
 * @param client the property {@code deviceClientId}
 * @param url the URL of the push service
 * @param keys the keys for encryption
 * @param code the verification code
 * @param verified whether the client has returned the code
 * @param asked the number of attempts to send the code
 * @param expires the time at which the subscription ends
 * @param types the types whose changes are sent; empty for all
 * @param delivered the state delivered last
 */
public record Subscription(
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
        DeliveredState delivered) {

    /** The prefix of ids. */
    static final char LETTER = 'w';

    public String id() {
        return ObjectId.format(LETTER, n);
    }

    public HttpTarget target() {
        return HttpTarget.parse(url).orElseThrow(() -> new IllegalStateException("A stored url is invalid"));
    }

    /** Returns a copy with the properties that a client may change. */
    public Subscription with(boolean nowVerified, Instant until, Optional<Set<String>> wanted) {
        return new Subscription(n, owner, client, url, keys, code, nowVerified, asked, until, wanted, delivered);
    }

    /** Returns a text that contains neither the URL nor the keys nor the code. */
    @Override
    public String toString() {
        return id();
    }
}
