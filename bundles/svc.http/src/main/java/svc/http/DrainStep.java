package svc.http;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;

/** Drains the HTTP server at shutdown: waits up to 30 seconds for requests in progress. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.DRAIN)
public final class DrainStep implements Callable<String> {

    private static final Duration MOST = Duration.ofSeconds(30);

    private final HttpServer http;

    @Activate
    public DrainStep(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String call() {
        http.running().ifPresent(server -> server.drain(MOST));
        return "";
    }
}
