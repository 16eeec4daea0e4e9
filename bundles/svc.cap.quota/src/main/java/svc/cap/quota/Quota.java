package svc.cap.quota;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import svc.api.store.Facets;
import svc.api.store.Snapshot;

/**
 * The quota of an account as last reported to clients. The usage is not included, because it is read with
 * {@code AccountBlobs.usedBytes}.
 *
 * @param limit the maximum size of the account in octets
 * @param types the names of the types whose blobs count, sorted
 */
record Quota(long limit, List<String> types) {

    static final String TYPE = "Quota";
    static final char LETTER = 'q';

    /** Facet of the properties that rarely change. */
    static final Facets CORE = Facets.of(0);

    /** Facet of the usage. */
    static final Facets USED = Facets.of(1);

    private static final String BETWEEN = " ";

    /** A stored quota with its number. */
    record Stored(long n, Quota quota) {}

    /** Returns the quota of the account. An account has at most one quota. */
    static Optional<Stored> of(Snapshot snapshot) {
        return snapshot.scan(TYPE, 0, 1).stream()
                .map(body -> new Stored(body.n(), of(body.bytes())))
                .findFirst();
    }

    private static Quota of(byte[] body) {
        List<String> words = List.of(new String(body, StandardCharsets.UTF_8).split(BETWEEN));
        return new Quota(Long.parseLong(words.get(0)), words.subList(1, words.size()));
    }

    /** Returns the stored form: the limit, then the types. */
    byte[] body() {
        String text = types.isEmpty() ? "" : BETWEEN + String.join(BETWEEN, types);
        return (limit + text).getBytes(StandardCharsets.UTF_8);
    }
}
