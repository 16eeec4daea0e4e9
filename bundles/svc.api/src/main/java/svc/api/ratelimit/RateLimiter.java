package svc.api.guard;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Counts requests and failed sign-ins, and says who has to wait or to stay outside. Trusted addresses ({@code [security]
 * trusted_ips} and the whitelist) are always welcome and never counted.
 *
 * <p>Threading: any thread; an answer costs well under a microsecond and never waits for the store. Its memory does not grow
 * with the number of addresses that come. Lifecycle: asked from the moment {@code ready} of a start.
 */
@ProviderType
public interface Guard {

    /** A request of an address, before anything is known about who asks. */
    Verdict request(InetAddress address);

    /** A request of an account, by the number under which the store keeps its data. */
    Verdict request(long account, InetAddress address);

    /** Until when an address must stay outside; for those who serve connections and not requests. */
    Optional<Instant> bannedUntil(InetAddress address);

    /**
     * A sign-in failed. Whoever asks for the password or the like says so here; a token that has expired or is missing is no
     * failed sign-in.
     *
     * @param protocol what people call it: {@code http}, {@code imap}
     */
    void signInFailed(InetAddress address, String protocol);

    /** What becomes of a request. */
    sealed interface Verdict permits Welcome, TooOften, Banned {}

    /**
     * It may go on.
     *
     * @param quota what is left; empty for whoever is trusted
     */
    record Welcome(Optional<Quota> quota) implements Verdict {}

    /**
     * It has to wait.
     *
     * @param retryAfter how long
     */
    record TooOften(Quota quota, Duration retryAfter) implements Verdict {

        /** How many whole seconds that is, 1 at least. */
        public long seconds() {
            return Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
        }

        /** The fields of an answer that says so. */
        public Map<String, String> fields() {
            return Map.of(
                    "Retry-After",
                    Long.toString(seconds()),
                    "RateLimit",
                    quota.field(),
                    "RateLimit-Policy",
                    quota.policy());
        }
    }

    /** It must stay outside. */
    record Banned(Instant until) implements Verdict {}

    /**
     * A limit and how much of it is left.
     *
     * @param limit the name of its key in the configuration
     * @param perMinute how many requests a minute
     * @param remaining how many may come at this moment
     * @param full in how many seconds all of them may come again
     */
    record Quota(String limit, long perMinute, long remaining, long full) {

        /** The value of the field {@code RateLimit-Policy}. */
        public String policy() {
            return "\"" + limit + "\";q=" + perMinute + ";w=60";
        }

        /** The value of the field {@code RateLimit}. */
        public String field() {
            return "\"" + limit + "\";r=" + remaining + ";t=" + full;
        }
    }
}
