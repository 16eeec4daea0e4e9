package svc.net;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;

/** Opens the listeners of the line protocols for connections. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class ReadyStep implements Callable<String> {

    private final LineServer server;

    @Activate
    public ReadyStep(@Reference LineServer server) {
        this.server = server;
    }

    @Override
    public String call() {
        server.ready();
        return "";
    }
}
