package svc.api.job;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The status of a job.
 *
 * @param id the id of the job
 * @param kind the kind of the job
 * @param subject the object of the job: an id without personal data
 * @param accountId the account in which the job runs; empty for a job of the server as a whole
 * @param state the state
 * @param progress the last progress report
 * @param error the error of the last failed attempt
 * @param attempts the number of attempts
 * @param createdAt the time at which the job was added
 * @param startedAt the time of the first attempt
 * @param endedAt the time at which the job was done or given up
 */
public record JobStatus(
        String id,
        String kind,
        String subject,
        Optional<String> accountId,
        State state,
        Optional<String> progress,
        Optional<String> error,
        int attempts,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt) {

    /** The state of a job. */
    public enum State {
        /** Waiting in the queue. */
        QUEUED,
        /** Running. */
        RUNNING,
        /** Done. */
        DONE,
        /** Given up after many attempts; it runs again only on request. */
        FAILED,
        /** Cancelled before it was done; it runs again only on request. */
        CANCELLED;

        /** Returns the name in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
