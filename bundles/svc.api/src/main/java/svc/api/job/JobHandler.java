package svc.api.job;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Service that executes the jobs of one kind that concern the server as a whole. Register it as a service.
 *
 * <p>Threading: called on a thread of the job queue; see {@link JobLane}. The thread is interrupted when the server
 * stops.
 */
@ConsumerType
public interface JobHandler {

    /** Returns the kind of the jobs. */
    String name();

    /** Returns the lane of the jobs: by default one that all such jobs share. */
    default JobLane lane() {
        return JobLane.SYSTEM;
    }

    /**
     * Executes a job to completion. An earlier run may have been interrupted at any point: completed work must be
     * skipped.
     *
     * @param subject the object of the job
     * @param progress receives progress reports
     * @throws RuntimeException the job failed and is retried later; the message is shown to operators
     */
    void run(String subject, Progress progress);

    /** Receives progress reports. */
    @FunctionalInterface
    interface Progress {
        /** Stores a short progress text. Call it from time to time. */
        void report(String words);

        /** Returns whether the job is cancelled: then the handler should return soon. */
        default boolean isCancelled() {
            return false;
        }
    }
}
