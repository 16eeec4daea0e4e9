package svc.shell;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;

/** Before the server goes down, commands in flight get their answer. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.DRAIN)
public final class SocketDrain implements Callable<String> {

    private final SocketService socket;

    /** Drains the socket. */
    @Activate
    public SocketDrain(@Reference SocketService socket) {
        this.socket = socket;
    }

    @Override
    public String call() throws IOException, InterruptedException {
        socket.drain();
        return "";
    }
}
