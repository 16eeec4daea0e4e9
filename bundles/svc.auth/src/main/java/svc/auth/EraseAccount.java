package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobStatus;
import svc.api.job.Jobs;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.Trace;

/** {@code svc account delete}. */
@Component(service = AdminOperation.class)
public final class EraseAccount implements TracedOperation<OneAccount, EraseAccount.Answer> {

    private final Members members;
    private final Jobs jobs;

    /** Asks for it here. */
    @Activate
    public EraseAccount(@Reference Members members, @Reference Jobs jobs) {
        this.members = members;
        this.jobs = jobs;
    }

    /** The job that does it. */
    record Answer(Running job) {}

    /** A job in short. */
    record Running(String id, String kind, String state) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "delete";
    }

    @Override
    public String help() {
        return "Keep an account out at once and erase it with all its data; it cannot be taken back";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("DELETE", "/accounts/{id}", 202));
    }

    @Override
    public Class<OneAccount> arguments() {
        return OneAccount.class;
    }

    @Override
    public Answer run(OneAccount arguments, Trace trace) {
        String id = arguments.id();
        String organization = members.get(id).account().organization();
        JobStatus job = members.erase(id, new TracedJobs(jobs, tx -> trace.leave(tx, organization, id)));
        return new Answer(new Running(job.id(), job.kind(), job.state().word()));
    }
}
