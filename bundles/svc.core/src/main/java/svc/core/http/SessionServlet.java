package svc.core;

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

/** The session (RFC 8620 §2) at its well-known place. */
@Component(service = Servlet.class)
@HttpRoute(path = "/.well-known/jmap")
public final class SessionServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Engine engine;
    private final transient Entrance entrance;
    private final transient SessionPrefix prefix;

    /** Answers with the engine's sessions. */
    @Activate
    public SessionServlet(
            @Reference EngineService service, @Reference Authenticator authenticator, @Reference SessionPrefix prefix) {
        this.engine = service.engine();
        this.entrance = new Entrance(authenticator, engine);
        this.prefix = prefix;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Caller> caller = entrance.caller(request, response);
        if (caller.isPresent()) {
            response.setHeader("Cache-Control", "no-cache, no-store, must-revalidate");
            Entrance.send(response, "application/json", engine.session(caller.get(), prefix.of(request)));
        }
    }
}
