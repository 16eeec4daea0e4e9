package svc.api.job;

/**
 * A lane of the job queue. The jobs of a lane begin in the order in which they are due, at most {@code concurrency} at
 * a time, and never two of one account at a time. A job that waits for its next attempt does not hold up the others.
 * Lanes do not wait for each other. Handlers share a lane by its name.
 *
 * @param name the name of the lane
 * @param concurrency the maximum number of jobs that run at the same time, 1 to {@value #MOST}; of different values for
 *     one lane the smallest applies
 */
public record JobLane(String name, int concurrency) {

    /** The maximum concurrency of a lane. */
    public static final int MOST = 8;

    /** The lane of the jobs that concern the server as a whole: one at a time. */
    public static final JobLane SYSTEM = new JobLane("system", 1);

    /** Checks the concurrency. */
    public JobLane {
        if (concurrency < 1 || concurrency > MOST) {
            throw new IllegalArgumentException("A lane runs 1 to " + MOST + " jobs at a time, not " + concurrency);
        }
    }
}
