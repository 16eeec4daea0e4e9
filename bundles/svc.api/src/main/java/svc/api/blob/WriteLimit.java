package svc.api.blob;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;

/**
 * Thrown if a client exceeds a limit on the bytes of blobs that it writes. The message names the configuration key and
 * the remedy.
 */
public final class WriteLimit extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String key;
    private final transient Optional<Duration> retryAfter;

    private WriteLimit(String message, String key, Optional<Duration> retryAfter) {
        super(message, null, false, false);
        this.key = key;
        this.retryAfter = retryAfter;
    }

    /** Returns the exception for a request that exceeds the limit per request. */
    public static WriteLimit ofRequest(long most) {
        return new WriteLimit(
                "A request may write " + most + " bytes of blobs at most ([blobs] bytes_per_request). Write the rest in"
                        + " another request.",
                "bytes_per_request",
                Optional.empty());
    }

    /** Returns the exception for an account that exceeds the limit per hour. */
    public static WriteLimit ofHour(long most, Duration retryAfter) {
        return new WriteLimit(
                "An account may write " + most
                        + " bytes of blobs within an hour at most ([blobs] bytes_per_hour). Wait "
                        + Math.max(1, retryAfter.toSeconds()) + " seconds.",
                "bytes_per_hour",
                Optional.of(retryAfter));
    }

    /** Returns the configuration key of the limit in the table {@code [blobs]}. */
    public String key() {
        return key;
    }

    /** Returns the time until a retry can succeed; empty if waiting does not help. */
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
