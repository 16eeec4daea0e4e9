package svc.api.job;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Service that executes the jobs of one kind. Register it as a service.
 *
 * <p>Threading: called on the job thread, one job at a time. The thread is interrupted when the server stops.
 */
@ConsumerType
public interface JobHandler {

    /** Returns the kind of the jobs. */
    String name();

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
    }
}
