package svc.core.session;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.http.HttpServerInfo;

/** The base URL of the URLs in a session: the configured public URL, or else the URL of the client's request. */
@Component(
        service = SessionBaseUrl.class,
        configurationPid = "svc.server",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = SessionConfig.class)
public final class SessionBaseUrl {

    private final boolean relative;
    private final HttpServerInfo listeners;

    @Activate
    public SessionBaseUrl(SessionConfig config, @Reference HttpServerInfo listeners) {
        this.relative = config.session_urls().equals(SessionConfig.RELATIVE);
        this.listeners = listeners;
    }

    /** Returns the base URL common to all clients; empty if it depends on the request. */
    public Optional<String> configured() {
        return relative ? Optional.of("") : listeners.publicUrl();
    }

    public SessionUrls of(HttpServletRequest request) {
        String named = listeners.publicUrl().orElseGet(() -> {
            StringBuffer url = request.getRequestURL();
            return url.substring(0, url.length() - request.getRequestURI().length());
        });
        return new SessionUrls(relative ? "" : named, "ws" + named.substring("http".length()));
    }
}
