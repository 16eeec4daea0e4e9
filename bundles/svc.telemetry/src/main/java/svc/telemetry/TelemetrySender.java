package svc.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;
import svc.api.json.Json;
import svc.api.lifecycle.LifecycleStep;
import svc.api.store.StoreException;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;

/**
 * Sends a report 15 minutes after the start of the server, and then daily, if {@code [telemetry]} permits it (TEL-01).
 * After a failure, the next report covers the time since the last accepted one. Thread-safe.
 */
@Component(
        service = {Callable.class, TelemetrySender.class},
        immediate = true,
        configurationPid = "svc.telemetry")
@Designate(ocd = TelemetryConfig.class)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class TelemetrySender implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(TelemetrySender.class);
    private static final Duration FIRST = Duration.ofMinutes(15);
    private static final Duration PERIOD = Duration.ofDays(1);
    private static final Duration SHORTEST_WINDOW = Duration.ofMinutes(1);
    private static final OutboundRequest.Limits LIMITS = new OutboundRequest.Limits(Duration.ofSeconds(30), 0);
    private static final int OK = 200;
    private static final int REDIRECTION = 300;

    private final TelemetryConfig config;
    private final ReportWindow window;
    private final OutboundHttpClient client;
    private final Json.Binding json;
    private final BackgroundWork work;
    private volatile Optional<String> failure = Optional.empty();

    @Activate
    public TelemetrySender(
            TelemetryConfig config,
            @Reference ReportWindow window,
            @Reference OutboundHttpClient client,
            @Reference Json json,
            @Reference Clock clock) {
        this.config = config;
        this.window = window;
        this.client = client;
        this.json = json.binding(Json.Names.SNAKE_CASE);
        this.work = new BackgroundWork("svc-telemetry", clock, e -> failed("an internal error: " + e));
    }

    @Override
    public String call() {
        if (config.enabled() && target().isPresent()) {
            work.in(FIRST, this::run);
        }
        return "";
    }

    boolean isEnabled() {
        return config.enabled();
    }

    /** Returns the receiver; empty if the configured URL is missing or malformed. */
    Optional<HttpTarget> target() {
        return HttpTarget.parse(config.endpoint());
    }

    /** Returns why the last report was not accepted; empty if it was, or if none was sent. */
    Optional<String> failure() {
        return failure;
    }

    /** Returns the body of a report. */
    String body(TelemetryReport report) {
        return json.text(report);
    }

    private void run() {
        work.in(PERIOD, this::run); // A receiver that refuses a report is not asked again before the next day.
        try {
            ReportWindow.Ended ended = window.end();
            if (ended.report().windowSeconds() >= SHORTEST_WINDOW.toSeconds()) {
                send(ended);
            }
        } catch (IOException | StoreException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    private void send(ReportWindow.Ended ended) throws IOException {
        OutboundRequest request = new OutboundRequest(
                "POST",
                target().orElseThrow(),
                Map.of("Content-Type", "application/json"),
                body(ended.report()).getBytes(UTF_8),
                TargetRule.ANY,
                LIMITS);
        try (OutboundResponse response = client.send(request)) {
            if (response.status() < OK || response.status() >= REDIRECTION) {
                failed("the receiver answered with the status " + response.status());
                return;
            }
        }
        window.accepted(ended);
        failure = Optional.empty();
        LOG.info("event=telemetry seconds={}", ended.report().windowSeconds());
    }

    private void failed(String reason) {
        failure = Optional.of(reason);
        LOG.warn("A usage report was not accepted; the next one is sent in a day: {}", reason);
    }

    @Deactivate
    public void stop() {
        work.stop();
    }
}
