package svc.core.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.identity.Authenticator;
import svc.api.identity.Caller;
import svc.core.engine.Engine;
import svc.core.engine.EngineComponent;
import svc.core.session.SessionBaseUrl;

/** Serves the session (RFC 8620 §2) at its well-known URL. */
@Component(service = Servlet.class)
@HttpRoute(path = "/.well-known/jmap")
public final class SessionServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Engine engine;
    private final transient CallerAuthentication authentication;
    private final transient SessionBaseUrl prefix;

    @Activate
    public SessionServlet(
            @Reference EngineComponent service,
            @Reference Authenticator authenticator,
            @Reference SessionBaseUrl prefix) {
        this.engine = service.engine();
        this.authentication = new CallerAuthentication(authenticator, engine);
        this.prefix = prefix;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Caller> caller = authentication.caller(request, response);
        if (caller.isPresent()) {
            response.setHeader("Cache-Control", "no-cache, no-store, must-revalidate");
            CallerAuthentication.send(response, "application/json", engine.session(caller.get(), prefix.of(request)));
        }
    }
}
