package svc.net;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;

/**
 * Begins to end the connections at shutdown. This step runs first in its phase, and {@link DrainStep} last, so that
 * running commands complete while other servers drain.
 */
@Component(service = Callable.class, property = "service.ranking:Integer=1000")
@LifecycleStep(phase = LifecycleStep.Phase.DRAIN)
public final class StopStep implements Callable<String> {

    private final LineServer server;

    @Activate
    public StopStep(@Reference LineServer server) {
        this.server = server;
    }

    @Override
    public String call() {
        server.stop();
        return "";
    }
}
