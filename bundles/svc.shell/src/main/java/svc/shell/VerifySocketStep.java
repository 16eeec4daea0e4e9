package svc.shell;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.shell.socket.CommandSocket;

/** The boot step that stops the start if the command socket cannot be opened. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class VerifySocketStep implements Callable<String> {

    private final CommandSocket socket;

    @Activate
    public VerifySocketStep(@Reference CommandSocket socket) {
        this.socket = socket;
    }

    @Override
    public String call() {
        socket.verify();
        return "";
    }
}
