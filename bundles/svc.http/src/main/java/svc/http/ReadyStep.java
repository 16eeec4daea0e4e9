package svc.http;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;
import svc.api.http.Listeners.Listener;

/** Opens the gate and tells the operator where. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.READY)
public final class ReadyStep implements Callable<String> {

    private final HttpServer http;

    /** Made before the moment comes. */
    @Activate
    public ReadyStep(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String call() {
        http.running().ifPresent(JettyServer::ready);
        return http.listeners().stream().map(ReadyStep::line).collect(Collectors.joining("\n"));
    }

    private static String line(Listener listener) {
        return listener.surface().equals(Declaration.ADMIN) ? listener.url() + " (admin)" : listener.url();
    }
}
