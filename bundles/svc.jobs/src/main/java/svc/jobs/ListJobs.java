package svc.jobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobStatus;
import svc.api.operation.AdminOperation;
import svc.api.operation.Page;
import svc.api.operation.PageOf;
import svc.api.operation.StoreOperation;

/** {@code svc job list}. */
@Component(service = AdminOperation.class)
public final class ListJobs implements StoreOperation<PageOf, Page<JobView>> {

    private final JobBook book;

    /** Of these. */
    @Activate
    public ListJobs(@Reference JobBook book) {
        this.book = book;
    }

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
    public Class<PageOf> arguments() {
        return PageOf.class;
    }

    @Override
    public Page<JobView> run(PageOf arguments) {
        int most = arguments.most();
        return Page.of(book.after(arguments.after(JobRows.LETTER), most + 1), most, book.count(), JobStatus::id)
                .map(JobView::of);
    }
}
