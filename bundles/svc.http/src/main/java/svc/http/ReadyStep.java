package svc.http;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;

/** Opens the gate; the line with the URLs is printed by whoever prints last. */
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
        return "";
    }
}
