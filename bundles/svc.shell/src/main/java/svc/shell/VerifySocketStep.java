package svc.shell;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;

/** A server without its socket does not become ready. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.VERIFY)
public final class SocketVerify implements Callable<String> {

    private final SocketService socket;

    /** Looks at the socket. */
    @Activate
    public SocketVerify(@Reference SocketService socket) {
        this.socket = socket;
    }

    @Override
    public String call() {
        socket.verify();
        return "";
    }
}
