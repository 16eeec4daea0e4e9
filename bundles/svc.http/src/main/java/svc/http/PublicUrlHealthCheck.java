package svc.http;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Whether the server knows the URL that its clients use. */
@Component
public final class PublicUrlCheck implements HealthCheck {

    private static final String NAME = "public-url";

    private final HttpServer http;

    /** Looks at the configuration. */
    @Activate
    public PublicUrlCheck(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String family() {
        return "config";
    }

    @Override
    public List<Finding> examine() {
        Optional<String> url = http.settings().flatMap(Settings::publicUrl).map(String::valueOf);
        return List.of(url.map(text -> Finding.ok(NAME, "Clients reach the server as " + text + "."))
                .orElseGet(() -> Finding.warn(
                        NAME,
                        "public_url is not set; links are made from what each client calls the server.",
                        "Set [server] public_url to the URL by which clients reach the server.")));
    }
}
