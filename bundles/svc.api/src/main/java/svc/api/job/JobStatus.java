package svc.api.job;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * How far a job is.
 *
 * @param id its id
 * @param kind what is done
 * @param subject to what, an id without personal data
 * @param state how it is
 * @param progress how far, in words
 * @param error why it failed the last time
 * @param attempts how often it was begun
 * @param createdAt when it was asked for
 * @param startedAt when it was first begun
 * @param endedAt when it was done or given up
 */
public record JobStatus(
        String id,
        String kind,
        String subject,
        State state,
        Optional<String> progress,
        Optional<String> error,
        int attempts,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt) {

    /** How it is. */
    public enum State {
        /** It waits. */
        QUEUED,
        /** It runs. */
        RUNNING,
        /** It is done. */
        DONE,
        /** It was given up after many attempts, until somebody asks for it anew. */
        FAILED;

        /** The word on the wire. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
