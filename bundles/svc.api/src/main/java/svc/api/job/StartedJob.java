package svc.api.job;

/**
 * The response of an operation that adds a job.
 *
 * @param job the job
 */
public record StartedJob(Summary job) {

    /** The job when it was added. */
    public record Summary(String id, String kind, String state) {}

    /** Returns the response for a job that was just added. */
    public static StartedJob of(JobStatus job) {
        return new StartedJob(new Summary(job.id(), job.kind(), job.state().word()));
    }
}
