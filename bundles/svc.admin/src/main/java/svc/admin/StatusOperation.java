package svc.admin;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.admin.metrics.MetricSources;
import svc.admin.metrics.MetricTotals;
import svc.api.http.HttpServerInfo;
import svc.api.lifecycle.LifecycleStep;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.time.Clock;

/**
 * The operation {@code svc status}: reports the state of the running server. Without a running server the launcher
 * answers the command. This component is also a {@code DRAIN} step, so that it can report that the server is stopping.
 */
@Component(
        service = {OperationGroup.class, Callable.class},
        property = "service.ranking:Integer=1000")
@LifecycleStep(phase = LifecycleStep.Phase.DRAIN)
public final class StatusOperation implements OperationGroup, Callable<String> {

    private static final Duration RECENT = Duration.ofDays(2);

    private final MetricSources sources;
    private final Clock clock;
    private final Function<Duration, Map<String, Object>> log;
    private final String version;
    private final Path home;
    private final Instant startedAt;
    private volatile boolean draining;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable HttpServerInfo listeners;

    @Activate
    public StatusOperation(
            @Reference MetricSources sources,
            @Reference Clock clock,
            @Reference(target = "(svc.launcher=logsummary)") Function<Duration, Map<String, Object>> log,
            BundleContext context) {
        this(
                sources,
                clock,
                log,
                String.valueOf(context.getProperty("svc.version")),
                Path.of(String.valueOf(context.getProperty("svc.home"))));
    }

    StatusOperation(
            MetricSources sources,
            Clock clock,
            Function<Duration, Map<String, Object>> log,
            String version,
            Path home) {
        this.sources = sources;
        this.clock = clock;
        this.log = log;
        this.version = version;
        this.home = home;
        this.startedAt = clock.now();
    }

    /** The state of the server. */
    record Status(
            String state,
            String version,
            String java,
            long pid,
            String home,
            String startedAt,
            long uptimeSeconds,
            List<String> listeners,
            long accounts,
            long tenants,
            long messages,
            Queue queue,
            Disk disk,
            @Nullable RecentProblem lastTrouble) {}

    /** The outbound mail queue. */
    record Queue(long waiting, long deferred) {}

    /** The file system of the home directory, and the size of the database and the blobs. */
    record Disk(long freeBytes, long totalBytes, long databaseBytes, long blobBytes) {}

    /** The latest warning or error in the log, and the number of similar ones in the last two days. */
    record RecentProblem(String at, String level, String message, long count) {}

    @Override
    public String call() {
        draining = true;
        return "";
    }

    @Operation(
            command = "status",
            help = "Show the state of the server: listeners, accounts, queue, disk, latest warning",
            readOnly = true)
    public Status status() {
        HttpServerInfo present = listeners;
        List<String> open = present == null
                ? List.of()
                : present.endpoints().stream()
                        .map(one -> one.surface() + " " + one.url())
                        .toList();
        MetricTotals figures = new MetricTotals();
        sources.collect(figures);
        return new Status(
                draining ? "stopping" : open.isEmpty() ? "starting" : "running",
                version,
                String.valueOf(Runtime.version()),
                ProcessHandle.current().pid(),
                home.toString(),
                startedAt.truncatedTo(ChronoUnit.SECONDS).toString(),
                Duration.between(startedAt, clock.now()).toSeconds(),
                open,
                figures.of("accounts"),
                figures.of("tenants"),
                figures.of("messages"),
                new Queue(figures.of("queue_waiting"), figures.of("queue_deferred")),
                disk(figures),
                recentProblem());
    }

    private Disk disk(MetricTotals figures) {
        try {
            FileStore store = Files.getFileStore(home);
            return new Disk(
                    store.getUsableSpace(),
                    store.getTotalSpace(),
                    figures.of("store_database_bytes") + figures.of("store_log_bytes"),
                    figures.of("blob_bytes"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable RecentProblem recentProblem() {
        List<?> groups = log.apply(RECENT).get("groups") instanceof List<?> found ? found : List.of();
        return groups.stream()
                .map(Map.class::cast)
                .max(Comparator.comparing(group -> (Instant) group.get("last")))
                .map(group -> new RecentProblem(
                        String.valueOf(group.get("last")),
                        String.valueOf(group.get("level")),
                        String.valueOf(group.get("message")),
                        group.get("count") instanceof Number count ? count.longValue() : 1))
                .orElse(null);
    }
}
