package svc.jobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.StoreOperation;

/** {@code svc job show}. */
@Component(service = AdminOperation.class)
public final class ShowJob implements StoreOperation<OneJob, JobView> {

    private final JobBook book;

    /** Of these. */
    @Activate
    public ShowJob(@Reference JobBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "job";
    }

    @Override
    public String verb() {
        return "show";
    }

    @Override
    public String help() {
        return "One job";
    }

    @Override
    public Class<OneJob> arguments() {
        return OneJob.class;
    }

    @Override
    public JobView run(OneJob arguments) {
        return JobView.of(book.known(arguments.id()));
    }

    @Override
    public boolean changes() {
        return false;
    }
}
