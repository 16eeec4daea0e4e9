package svc.runtime;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;

/** The operations that shut the server down. Requests in progress may complete, and no new requests are accepted. */
@Component
public final class ShutdownOperations implements OperationGroup {

    /** The help of the flag {@code --no-wait}. By default, the client waits until the server process has ended. */
    private static final String NO_WAIT = "return at once, not when the process has ended";

    private final Runnable shutdown;

    @Activate
    public ShutdownOperations(@Reference(target = "(svc.launcher=shutdown)") Runnable shutdown) {
        this.shutdown = shutdown;
    }

    /** The response: the state of the server and its process id. */
    public record GoingDown(String state, long pid) {}

    @Operation(command = "shutdown", help = "Drain and stop the running server, and wait until its process has ended")
    public GoingDown shutdown(@Help(NO_WAIT) boolean noWait) {
        shutdown.run();
        return new GoingDown("draining", ProcessHandle.current().pid());
    }

    /** Does the same as {@code svc shutdown}, under the usual name of service commands. */
    @Operation(command = "stop", help = "Drain and stop the running server; the same as svc shutdown")
    public GoingDown stop(@Help(NO_WAIT) boolean noWait) {
        return shutdown(noWait);
    }
}
