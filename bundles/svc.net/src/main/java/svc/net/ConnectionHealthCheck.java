package svc.net;

import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/**
 * Health check of the line protocols: warns of services whose listeners are not open, and when the connections approach a
 * limit.
 */
@Component
public final class ConnectionHealthCheck implements HealthCheck {

    private static final String NAME = "line-connections";
    private static final double NEARLY_FULL = 0.9;

    private final LineServer server;

    @Activate
    public ConnectionHealthCheck(@Reference LineServer server) {
        this.server = server;
    }

    @Override
    public String family() {
        return "network";
    }

    @Override
    public List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        server.failures()
                .forEach(failure -> findings.add(Finding.warn(
                        NAME,
                        "The listeners of an extension are not open: " + failure,
                        "Correct the configuration and install the extension again.")));
        if (server.listeners().isEmpty()) {
            findings.add(Finding.skipped(NAME, "No listener of a mail protocol is open."));
        } else {
            server.ports().ifPresent(ports -> findings.add(usage(ports)));
        }
        return findings;
    }

    private static Finding usage(Ports ports) {
        int open = ports.limits().open();
        int most = ports.settings().connections();
        List<String> full = ports.limits().full();
        String use = open + " of " + most + " connections are open.";
        if (!full.isEmpty()) {
            return Finding.warn(
                    NAME,
                    "These networks have reached the limit of connections per network: " + String.join(", ", full)
                            + ".",
                    "If they are your own proxies, add them to [net] proxies; if many users share one address, raise"
                            + " [net] max_connections_per_network.");
        }
        return open >= most * NEARLY_FULL
                ? Finding.warn(NAME, use, "Raise [net] max_connections, and `ulimit -n` with it.")
                : Finding.ok(NAME, use);
    }
}
