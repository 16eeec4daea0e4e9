package svc.blobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** {@code svc blobs scrub}. */
@Component(service = AdminOperation.class)
public final class ScrubBlobs implements AdminOperation<NoArguments, NewJob.Answer> {

    private final NewJob jobs;

    /** Asks for it here. */
    @Activate
    public ScrubBlobs(@Reference NewJob jobs) {
        this.jobs = jobs;
    }

    @Override
    public String noun() {
        return "blobs";
    }

    @Override
    public String verb() {
        return "scrub";
    }

    @Override
    public String help() {
        return "Read every stored byte in the background, and tell what is missing or damaged to the doctor";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public NewJob.Answer run(NoArguments arguments) {
        return jobs.add(Scrub.NAME);
    }
}
