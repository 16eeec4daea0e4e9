package svc.core.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.identity.Authenticator;
import svc.api.identity.Caller;
import svc.core.dispatch.RequestErrors;
import svc.core.dispatch.ResponseWriter;
import svc.core.engine.Engine;
import svc.core.engine.Engine.Ready;
import svc.core.engine.EngineComponent;

/** The JMAP API resource (RFC 8620 §3.1). */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap", maxBody = -1)
public final class JmapServlet extends HttpServlet {

    private static final int SIP = 16 * 1024;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Engine engine;
    private final transient CallerAuthentication authentication;

    @Activate
    public JmapServlet(@Reference EngineComponent service, @Reference Authenticator authenticator) {
        this.engine = service.engine();
        this.authentication = new CallerAuthentication(authenticator, engine);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Caller> caller = authentication.caller(request, response);
        if (caller.isEmpty()) {
            return;
        }
        try {
            engine.within(caller.get(), () -> answer(caller.get(), request, response));
        } catch (RequestErrors busy) {
            response.setHeader("Retry-After", "1");
            refuse(response, busy);
        }
    }

    private void answer(Caller caller, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Ready ready;
        try {
            ready = engine.ready(caller, body(request));
        } catch (RequestErrors problem) {
            refuse(response, problem);
            return;
        }
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        try {
            engine.run(ready, response.getOutputStream());
        } catch (ResponseWriter.Aborted aborted) {
            throw aborted.cause();
        }
    }

    private byte[] body(HttpServletRequest request) throws IOException {
        if (!json(request.getContentType())) {
            throw RequestErrors.notJson("Send the request with Content-Type: application/json.");
        }
        int limit = engine.limits().maxSizeRequest();
        InputStream in = request.getInputStream();
        if (request.getContentLengthLong() > limit) {
            throw tooLong(in, limit);
        }
        byte[] body = in.readNBytes(limit + 1);
        if (body.length > limit) {
            throw tooLong(in, limit);
        }
        return body;
    }

    /**
     * Returns the error for a body that is too long. Before that, reads and discards more of the body, because a client
     * that is still sending would otherwise not see the response.
     */
    private static RequestErrors tooLong(InputStream in, int limit) throws IOException {
        byte[] ignored = new byte[SIP];
        long left = limit;
        for (int read = 0; read >= 0 && left > 0; left -= read) {
            read = in.read(ignored);
        }
        return RequestErrors.tooLong(limit);
    }

    private static boolean json(@Nullable String type) {
        if (type == null) {
            return false;
        }
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().equalsIgnoreCase("application/json");
    }

    private void refuse(HttpServletResponse response, RequestErrors problem) throws IOException {
        authentication.problem(response, problem.status(), problem.members());
    }
}
