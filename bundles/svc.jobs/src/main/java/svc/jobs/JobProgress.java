package svc.jobs;

import svc.api.job.JobHandler;

/** Stores the progress of a running job, and passes on that it is cancelled. Thread-safe. */
final class JobProgress implements JobHandler.Progress {

    private final StoredJobQueue queue;
    private final long n;
    private volatile boolean cancelled;

    JobProgress(StoredJobQueue queue, long n) {
        this.queue = queue;
        this.n = n;
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public void report(String words) {
        queue.change(sql -> {
            JobRows.progress(sql, n, words);
            return n;
        });
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }
}
