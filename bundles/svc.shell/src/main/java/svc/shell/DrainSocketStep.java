package svc.shell;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.shell.socket.CommandSocket;

/** The shutdown step that lets running commands finish before the server stops. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.DRAIN)
public final class DrainSocketStep implements Callable<String> {

    private final CommandSocket socket;

    @Activate
    public DrainSocketStep(@Reference CommandSocket socket) {
        this.socket = socket;
    }

    @Override
    public String call() throws IOException, InterruptedException {
        socket.drain();
        return "";
    }
}
