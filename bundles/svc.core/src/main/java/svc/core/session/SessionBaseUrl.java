package svc.core;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.http.Listeners;

/** What the URLs of a session begin with: what the configuration says, or else what the client calls the server. */
@Component(
        service = SessionPrefix.class,
        configurationPid = "svc.server",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = SessionConfig.class)
public final class SessionPrefix {

    private final boolean relative;
    private final Listeners listeners;

    /** As it is configured. */
    @Activate
    public SessionPrefix(SessionConfig config, @Reference Listeners listeners) {
        this.relative = config.session_urls().equals(SessionConfig.RELATIVE);
        this.listeners = listeners;
    }

    /** That of everybody; empty when each client has its own. */
    Optional<String> configured() {
        return relative ? Optional.of("") : listeners.publicUrl();
    }

    SessionUrls of(HttpServletRequest request) {
        String named = listeners.publicUrl().orElseGet(() -> {
            StringBuffer url = request.getRequestURL();
            return url.substring(0, url.length() - request.getRequestURI().length());
        });
        return new SessionUrls(relative ? "" : named, "ws" + named.substring("http".length()));
    }
}
