package svc.push.web.send;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import svc.api.http.client.OutboundResponse;

/** The result of sending a message. */
sealed interface Outcome permits Outcome.Response, Outcome.ConnectFailed, Outcome.NoResponse {

    /**
     * The push service responded.
     *
     * @param status the HTTP status
     * @param retryAfter the value of {@code Retry-After}
     */
    record Response(int status, Optional<Duration> retryAfter) implements Outcome {}

    /** No connection was made: no byte of the message was sent. */
    record ConnectFailed() implements Outcome {}

    /** The message was sent, but no valid HTTP response arrived in time. */
    record NoResponse() implements Outcome {}

    /** Returns the outcome of a response that arrived now. */
    static Outcome of(OutboundResponse response, Instant now) {
        return new Response(response.status(), response.field("retry-after").flatMap(text -> pause(text, now)));
    }

    /** Parses {@code Retry-After}: seconds or a date (RFC 9110 §10.2.3). */
    private static Optional<Duration> pause(String text, Instant now) {
        try {
            Duration pause = text.matches("[0-9]{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(text))
                    : Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
            return Optional.of(pause).filter(found -> !found.isNegative());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the push service accepted the message. */
    default boolean isAccepted() {
        return status() / 100 == 2;
    }

    /** Returns whether the push service has ended the subscription (RFC 8030 §7.3). */
    default boolean isGone() {
        return status() == 404 || status() == 410;
    }

    /** Returns whether the push service requests fewer messages. */
    default boolean isTooManyRequests() {
        return status() == 429;
    }

    /** Returns whether the failure may be temporary. */
    default boolean isTemporary() {
        return !(this instanceof Response) || isTooManyRequests() || status() / 100 == 5 || status() == 408;
    }

    /** Returns whether the same message may be sent again, because the push service has not processed it. */
    default boolean isRetryable() {
        return this instanceof ConnectFailed || isTooManyRequests() || status() == 503;
    }

    /** Returns the HTTP status; 0 if there was no response. */
    default int status() {
        return 0;
    }

    /** Returns the time for which the push service asks to receive no messages. */
    default Duration pause() {
        return this instanceof Response answered ? answered.retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
    }

    /** Returns the label of the outcome in metrics. */
    default String label() {
        if (this instanceof ConnectFailed) {
            return "unreached";
        } else if (this instanceof NoResponse) {
            return "unanswered";
        } else if (isAccepted()) {
            return "taken";
        } else {
            return isGone() ? "gone" : isTooManyRequests() ? "too_many" : status() / 100 == 5 ? "failed" : "refused";
        }
    }
}
