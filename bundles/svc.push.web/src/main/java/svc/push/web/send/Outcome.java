package svc.push.web;

import java.time.Duration;
import java.util.Optional;

/** What became of a message. */
sealed interface Outcome permits Outcome.Answered, Outcome.Unreached, Outcome.Unanswered {

    /**
     * The push service said something.
     *
     * @param status the HTTP status
     * @param retryAfter how long it wants to be left alone
     */
    record Answered(int status, Optional<Duration> retryAfter) implements Outcome {}

    /** It did not get to the push service: not one byte of it was sent. */
    record Unreached() implements Outcome {}

    /** It may have got there, but nothing came back in time, or nothing that is HTTP. */
    record Unanswered() implements Outcome {}

    /** The push service took it. */
    default boolean taken() {
        return status() / 100 == 2;
    }

    /** There is no such subscription at the push service any more (RFC 8030 §7.3). */
    default boolean gone() {
        return status() == 404 || status() == 410;
    }

    /** It wants fewer messages. */
    default boolean tooMany() {
        return status() == 429;
    }

    /** It may be otherwise later on. */
    default boolean passing() {
        return !(this instanceof Answered) || tooMany() || status() / 100 == 5 || status() == 408;
    }

    /** It asks for the same message once more: nothing was made of this one. */
    default boolean again() {
        return this instanceof Unreached || tooMany() || status() == 503;
    }

    /** The HTTP status, 0 where there is none. */
    default int status() {
        return 0;
    }

    /** How long it wants to be left alone. */
    default Duration pause() {
        return this instanceof Answered answered ? answered.retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
    }

    /** A word for metrics. */
    default String word() {
        if (this instanceof Unreached) {
            return "unreached";
        } else if (this instanceof Unanswered) {
            return "unanswered";
        } else if (taken()) {
            return "taken";
        } else {
            return gone() ? "gone" : tooMany() ? "too_many" : status() / 100 == 5 ? "failed" : "refused";
        }
    }
}
