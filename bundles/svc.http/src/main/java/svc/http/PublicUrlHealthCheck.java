package svc.http;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.http.config.ServerSettings;

/** Health check: warns when {@code public_url} is not configured. */
@Component
public final class PublicUrlHealthCheck implements HealthCheck {

    private static final String NAME = "public-url";

    private final HttpServer http;

    @Activate
    public PublicUrlHealthCheck(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String family() {
        return "config";
    }

    @Override
    public List<Finding> run() {
        Optional<String> url =
                http.settings().flatMap(ServerSettings::publicUrl).map(String::valueOf);
        return List.of(url.map(text -> Finding.ok(NAME, "Clients reach the server at " + text + "."))
                .orElseGet(() -> Finding.warn(
                        NAME,
                        "[server] public_url is not set; URLs are derived from the Host field of each request.",
                        "Set [server] public_url to the URL by which clients reach the server.")));
    }
}
