package svc.jobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.StoreOperation;

/** {@code svc job retry}. */
@Component(service = AdminOperation.class)
public final class RetryJob implements StoreOperation<OneJob, JobView> {

    private final JobBook book;

    /** Of these. */
    @Activate
    public RetryJob(@Reference JobBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "job";
    }

    @Override
    public String verb() {
        return "retry";
    }

    @Override
    public String help() {
        return "Try a job anew that has failed";
    }

    @Override
    public Class<OneJob> arguments() {
        return OneJob.class;
    }

    @Override
    public JobView run(OneJob arguments) {
        return JobView.of(book.retry(arguments.id()));
    }
}
