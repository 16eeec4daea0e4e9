package svc.http;

import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.http.config.ServerSettings;
import svc.http.server.JettyServer;

/** Opens the server for requests, and logs a warning for each exposed listener and for too few file descriptors. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class ReadyStep implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadyStep.class);

    private final HttpServer http;

    @Activate
    public ReadyStep(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String call() {
        http.running().ifPresent(JettyServer::ready);
        http.settings().ifPresent(ReadyStep::warn);
        return "";
    }

    private static void warn(ServerSettings settings) {
        Stream.concat(
                        NetworkHealthCheck.warnings(settings).stream(),
                        NetworkHealthCheck.tooFewFiles(settings.limits().connections(), NetworkHealthCheck.files())
                                .stream())
                .forEach(warning ->
                        LOG.warn("{} {}", warning.detail(), warning.remedy().orElse("")));
    }
}
