package svc.http;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;

/** Lets what is under way come to its end before the server stops. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.DRAIN)
public final class DrainStep implements Callable<String> {

    private static final Duration MOST = Duration.ofSeconds(30);

    private final HttpServer http;

    /** Made before the moment comes. */
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
