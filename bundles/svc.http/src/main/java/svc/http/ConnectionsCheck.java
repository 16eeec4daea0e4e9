package svc.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.http.server.ConnectionLimiter;
import svc.http.server.ConnectionLimiter.Usage;
import svc.http.server.JettyServer;

/** Health check: warns when the public listeners approach a connection limit, and names the networks at their limit. */
@Component
public final class ConnectionsCheck implements HealthCheck {

    private static final String NAME = "connections";

    /** File descriptors that the server needs for databases, logs, search indexes, blobs and its own sockets. */
    private static final int OTHER_FILES = 512;

    private final HttpServer http;

    @Activate
    public ConnectionsCheck(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String family() {
        return "network";
    }

    @Override
    public List<Finding> run() {
        return List.of(http.running()
                .map(JettyServer::connectionUsage)
                .map(ConnectionsCheck::finding)
                .orElseGet(() -> Finding.skipped(NAME, "No listener is open.")));
    }

    /**
     * Returns a warning when the process may not open one file per connection in addition to its other files.
     *
     * @param connections the configured maximum of connections
     * @param files the maximum of open files of the process
     */
    public static Optional<Finding> tooFewFiles(int connections, long files) {
        return files >= connections + OTHER_FILES
                ? Optional.empty()
                : Optional.of(Finding.warn(
                        NAME,
                        "The process can open " + files + " files, too few for " + connections + " connections and "
                                + OTHER_FILES + " other files.",
                        "Raise `ulimit -n` (LimitNOFILE= of a systemd unit), or lower [server] max_connections."));
    }

    /** Returns the maximum number of open files of the process, or {@link Long#MAX_VALUE} when it is unknown. */
    public static long files() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    private static Finding finding(Usage usage) {
        Optional<Finding> tooFewFiles = tooFewFiles(usage.limit(), files());
        if (tooFewFiles.isPresent()) {
            return tooFewFiles.get();
        }
        Map<String, Object> facts = Map.of(
                "open", usage.open(), "limit", usage.limit(), "replaced", usage.replaced(), "refused", usage.refused());
        if (!usage.fullNetworks().isEmpty()) {
            return Finding.warn(
                            NAME,
                            "These networks have reached the limit of connections per network: "
                                    + String.join(", ", usage.fullNetworks()) + ".",
                            "If they are your own proxies, add them to [server] trusted_proxies; if many users share"
                                    + " one address, raise [server] max_connections_per_network.")
                    .with(facts);
        }
        if (usage.open() >= usage.limit() * ConnectionLimiter.NEARLY_FULL) {
            return Finding.warn(
                            NAME,
                            usage.open() + " of " + usage.limit() + " connections are open.",
                            "Raise [server] max_connections, and `ulimit -n` with it.")
                    .with(facts);
        }
        return Finding.ok(NAME, usage.open() + " of " + usage.limit() + " connections are open.")
                .with(facts);
    }
}
