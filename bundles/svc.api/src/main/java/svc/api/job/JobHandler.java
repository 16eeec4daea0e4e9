package svc.api.job;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Does the jobs of one kind. Register it as a service.
 *
 * <p>Threading: called on the thread of the jobs, one job at a time. The thread is interrupted when the server stops.
 */
@ConsumerType
public interface JobKind {

    /** What the jobs say that it does. */
    String name();

    /**
     * Does a job to its end. It may have been begun before, and have come to any place: what is done already is passed over.
     *
     * @throws RuntimeException it is tried again later; the message is told to operators
     */
    void run(String subject, Progress progress);

    /** Where it tells how far it is. */
    @FunctionalInterface
    interface Progress {
        /** In a few words, now and then: it is written down. */
        void tell(String words);
    }
}
