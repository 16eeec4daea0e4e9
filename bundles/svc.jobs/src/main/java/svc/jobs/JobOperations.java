package svc.jobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobStatus;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;

/** The operations {@code svc job}. */
@Component
public final class JobOperations implements OperationGroup {

    private final StoredJobQueue jobs;

    @Activate
    public JobOperations(@Reference StoredJobQueue jobs) {
        this.jobs = jobs;
    }

    @Operation(
            command = "job list",
            help = "List the jobs, with those that ended in the last 90 days",
            needs = Needs.STORE)
    public Page<JobView> list(PageRequest page) {
        int limit = page.checkedLimit();
        return Page.of(jobs.after(page.cursorNumber(JobRows.LETTER), limit + 1), limit, jobs.count(), JobStatus::id)
                .map(JobView::of);
    }

    @Operation(command = "job show", help = "Show a job", needs = Needs.STORE, readOnly = true)
    public JobView show(@Positional @Help("the id of the job") String id) {
        return JobView.of(jobs.known(id));
    }

    @Operation(command = "job cancel", help = "Cancel a job that waits, runs or has failed", needs = Needs.STORE)
    public JobView cancel(@Positional @Help("the id of the job") String id) {
        return JobView.of(jobs.cancel(id));
    }

    @Operation(command = "job retry", help = "Run a failed or cancelled job again", needs = Needs.STORE)
    public JobView retry(@Positional @Help("the id of the job") String id) {
        return JobView.of(jobs.retry(id));
    }
}
