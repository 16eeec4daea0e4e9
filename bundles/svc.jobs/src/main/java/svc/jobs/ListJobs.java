package svc.jobs;

import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobStatus;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;
import svc.api.operation.Paged;
import svc.api.operation.StoreOperation;

/** {@code svc job list}. */
@Component(service = AdminOperation.class)
public final class ListJobs implements StoreOperation<ListJobs.Arguments, Page<JobView>> {

    private final JobBook book;

    /** Of these. */
    @Activate
    public ListJobs(@Reference JobBook book) {
        this.book = book;
    }

    /** Which of them. */
    record Arguments(
            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor)
            implements Paged {}

    @Override
    public String noun() {
        return "job";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Long works, those that are done among them for 90 days";
    }

    @Override
    public Class<ListJobs.Arguments> arguments() {
        return ListJobs.Arguments.class;
    }

    @Override
    public Page<JobView> run(ListJobs.Arguments arguments) {
        int most = arguments.most();
        return Page.of(book.after(arguments.after(JobRows.LETTER), most + 1), most, book.count(), JobStatus::id)
                .map(JobView::of);
    }
}
