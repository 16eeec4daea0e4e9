package svc.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.http.config.ServerSettings;
import svc.http.server.ConnectionLimiter;
import svc.http.server.ConnectionLimiter.Usage;
import svc.http.server.JettyServer;

/**
 * Health check of the listeners. Warns when the public listeners approach a connection limit, and names the networks
 * that have reached the limit per network. Also warns of listeners that other machines can reach without TLS, and of an
 * admin surface on the public listeners.
 */
@Component
public final class NetworkHealthCheck implements HealthCheck {

    private static final String CONNECTIONS = "connections";
    private static final String EXPOSURE = "exposure";

    /**
     * The number of file descriptors that the server needs for databases, logs, search indexes, blobs and its own
     * sockets.
     */
    private static final int OTHER_FILES = 512;

    private final HttpServer http;

    @Activate
    public NetworkHealthCheck(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String family() {
        return "network";
    }

    @Override
    public List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        findings.add(http.running()
                .map(JettyServer::connectionUsage)
                .map(NetworkHealthCheck::finding)
                .orElseGet(() -> Finding.skipped(CONNECTIONS, "No listener is open.")));
        List<Finding> exposures =
                http.settings().map(NetworkHealthCheck::warnings).orElse(List.of());
        findings.addAll(exposures);
        if (exposures.isEmpty()) {
            findings.add(Finding.ok(EXPOSURE, "No listener exposes more than it should to other machines."));
        }
        return findings;
    }

    /**
     * Returns a warning when the limit of open files of the process is too low for the connections and the other files.
     *
     * @param connections the configured maximum number of connections
     * @param files the maximum number of open files of the process
     */
    public static Optional<Finding> tooFewFiles(int connections, long files) {
        return files >= connections + OTHER_FILES
                ? Optional.empty()
                : Optional.of(Finding.warn(
                        CONNECTIONS,
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
                            CONNECTIONS,
                            "These networks have reached the limit of connections per network: "
                                    + String.join(", ", usage.fullNetworks()) + ".",
                            "If they are your own proxies, add them to [server] trusted_proxies; if many users share"
                                    + " one address, raise [server] max_connections_per_network.")
                    .with(facts);
        }
        if (usage.open() >= usage.limit() * ConnectionLimiter.NEARLY_FULL) {
            return Finding.warn(
                            CONNECTIONS,
                            usage.open() + " of " + usage.limit() + " connections are open.",
                            "Raise [server] max_connections, and `ulimit -n` with it.")
                    .with(facts);
        }
        return Finding.ok(CONNECTIONS, usage.open() + " of " + usage.limit() + " connections are open.")
                .with(facts);
    }

    /**
     * Returns a warning for each risk of the settings when other machines can reach the public listeners: plain HTTP, a
     * public admin surface, and no public URL.
     */
    public static List<Finding> warnings(ServerSettings settings) {
        List<Finding> warnings = new ArrayList<>();
        boolean plain = !settings.listen().loopback();
        if (plain && settings.trustedProxies().isEmpty()) {
            warnings.add(Finding.warn(
                    EXPOSURE,
                    "[server] listen = \"" + settings.listen()
                            + "\" offers plain HTTP to other machines: passwords and mail travel unencrypted.",
                    "Set [server] tls_listen and bind listen to 127.0.0.1, or put a proxy that ends TLS in front and name"
                            + " it in trusted_proxies."));
        }
        boolean reachable =
                plain || settings.tls().filter(tls -> !tls.loopback()).isPresent();
        if (reachable && settings.admin().isEmpty()) {
            warnings.add(
                    Finding.warn(
                            EXPOSURE,
                            "The admin routes are served on the public listeners: other machines can reach /admin/v1.",
                            "Set [server] admin_bind to an address that only operators can reach, such as \"127.0.0.1:8081\"."));
        }
        if (reachable && settings.publicUrl().isEmpty()) {
            warnings.add(Finding.warn(
                    EXPOSURE,
                    "[server] public_url is not set: the URLs in a session follow the Host field of the client.",
                    "Set [server] public_url to the URL by which clients reach the server."));
        }
        return warnings;
    }
}
