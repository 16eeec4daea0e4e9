package svc.http;

import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.http.config.ServerSettings;

/** Health check: warns of listeners that other machines reach without TLS, and of an exposed admin surface. */
@Component
public final class ExposureCheck implements HealthCheck {

    private static final String NAME = "exposure";

    private final HttpServer http;

    @Activate
    public ExposureCheck(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String family() {
        return "network";
    }

    @Override
    public List<Finding> run() {
        List<Finding> warnings = http.settings().map(ExposureCheck::warnings).orElse(List.of());
        return warnings.isEmpty()
                ? List.of(Finding.ok(NAME, "No listener exposes more than it should to other machines."))
                : warnings;
    }

    /** Returns one warning for each exposure that the settings cause. */
    public static List<Finding> warnings(ServerSettings settings) {
        List<Finding> warnings = new ArrayList<>();
        boolean plain = !settings.listen().loopback();
        if (plain && settings.trustedProxies().isEmpty()) {
            warnings.add(Finding.warn(
                    NAME,
                    "[server] listen = \"" + settings.listen()
                            + "\" offers plain HTTP to other machines: passwords and mail travel unencrypted.",
                    "Set [server] tls_listen and bind listen to 127.0.0.1, or put a proxy that ends TLS in front and name"
                            + " it in trusted_proxies."));
        }
        boolean reachable =
                plain || settings.tls().filter(tls -> !tls.listen().loopback()).isPresent();
        if (reachable && settings.admin().isEmpty()) {
            warnings.add(
                    Finding.warn(
                            NAME,
                            "The admin routes are served on the public listeners: other machines can reach /admin/v1.",
                            "Set [server] admin_bind to an address that only operators can reach, such as \"127.0.0.1:8081\"."));
        }
        if (reachable && settings.publicUrl().isEmpty()) {
            warnings.add(Finding.warn(
                    NAME,
                    "[server] public_url is not set: the URLs in a session follow the Host field of the client.",
                    "Set [server] public_url to the URL by which clients reach the server."));
        }
        return warnings;
    }
}
