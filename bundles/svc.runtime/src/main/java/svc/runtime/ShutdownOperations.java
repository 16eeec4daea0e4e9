package svc.runtime;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** Takes the server down: what runs may end, nothing new is accepted. */
@Component(service = AdminOperation.class)
public final class ShutdownOperation implements AdminOperation<NoArguments, ShutdownOperation.GoingDown> {

    private final Runnable shutdown;

    /** Takes the launcher's way down. */
    @Activate
    public ShutdownOperation(@Reference(target = "(svc.launcher=shutdown)") Runnable shutdown) {
        this.shutdown = shutdown;
    }

    /** What happens now. */
    public record GoingDown(String state, long pid) {}

    @Override
    public String noun() {
        return "shutdown";
    }

    @Override
    public String help() {
        return "Drain and stop the running server";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public GoingDown run(NoArguments arguments) {
        shutdown.run();
        return new GoingDown("draining", ProcessHandle.current().pid());
    }
}
