package svc.net;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;

/** Waits at shutdown until the running commands are complete, but at most 30 seconds after {@link StopStep}. */
@Component(service = Callable.class, property = "service.ranking:Integer=-1000")
@LifecycleStep(phase = LifecycleStep.Phase.DRAIN)
public final class DrainStep implements Callable<String> {

    private static final Duration MOST = Duration.ofSeconds(30);

    private final LineServer server;

    @Activate
    public DrainStep(@Reference LineServer server) {
        this.server = server;
    }

    @Override
    public String call() {
        server.await(MOST);
        return "";
    }
}
