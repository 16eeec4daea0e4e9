package svc.blobs;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;

/** {@code svc blobs reindex}. */
@Component(service = AdminOperation.class)
public final class ReindexBlobs implements AdminOperation<NoArguments, NewJob.Answer> {

    private final NewJob jobs;

    /** Asks for it here. */
    @Activate
    public ReindexBlobs(@Reference NewJob jobs) {
        this.jobs = jobs;
    }

    @Override
    public String noun() {
        return "blobs";
    }

    @Override
    public String verb() {
        return "reindex";
    }

    @Override
    public String help() {
        return "Make the index anew by which parts are found in what they are a part of, and count what accounts keep, for all of them";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/reindex-blobs", 202));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public NewJob.Answer run(NoArguments arguments) {
        return jobs.add(Reindex.NAME);
    }
}
