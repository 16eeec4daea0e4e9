package svc.cap.quota;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import svc.api.store.Facets;
import svc.api.store.Snapshot;

/**
 * The quota of an account, as clients were told of it last. What it uses is not in it: that is read where it is counted.
 *
 * @param limit how many bytes the account may keep
 * @param types the names of the types whose objects count, sorted
 */
record Quota(long limit, List<String> types) {

    static final String TYPE = "Quota";
    static final char LETTER = 'q';

    /** What is rarely different. */
    static final Facets CORE = Facets.of(0);

    /** What is used. */
    static final Facets USED = Facets.of(1);

    private static final String BETWEEN = " ";

    /** A quota that is there, with its number. */
    record Known(long n, Quota quota) {}

    /** That of the account; it has one at most. */
    static Optional<Known> of(Snapshot snapshot) {
        return snapshot.scan(TYPE, 0, 1).stream()
                .map(body -> new Known(body.n(), of(body.bytes())))
                .findFirst();
    }

    private static Quota of(byte[] body) {
        List<String> words = List.of(new String(body, StandardCharsets.UTF_8).split(BETWEEN));
        return new Quota(Long.parseLong(words.get(0)), words.subList(1, words.size()));
    }

    /** As it is kept: the limit, and the types after it. */
    byte[] body() {
        String text = types.isEmpty() ? "" : BETWEEN + String.join(BETWEEN, types);
        return (limit + text).getBytes(StandardCharsets.UTF_8);
    }
}
