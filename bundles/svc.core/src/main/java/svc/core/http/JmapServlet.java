package svc.core;

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
import svc.core.Engine.Ready;

/** The way in for requests (RFC 8620 §3.1). */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap", maxBody = -1)
public final class JmapServlet extends HttpServlet {

    private static final int SIP = 16 * 1024;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Engine engine;
    private final transient Entrance entrance;

    /** Answers with the engine. */
    @Activate
    public JmapServlet(@Reference EngineService service, @Reference Authenticator authenticator) {
        this.engine = service.engine();
        this.entrance = new Entrance(authenticator, engine);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Caller> caller = entrance.caller(request, response);
        if (caller.isEmpty()) {
            return;
        }
        try {
            engine.within(caller.get(), () -> answer(caller.get(), request, response));
        } catch (RequestProblem busy) {
            response.setHeader("Retry-After", "1");
            refuse(response, busy);
        }
    }

    private void answer(Caller caller, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Ready ready;
        try {
            ready = engine.ready(caller, body(request));
        } catch (RequestProblem problem) {
            refuse(response, problem);
            return;
        }
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        try {
            engine.run(ready, response.getOutputStream());
        } catch (AnswerStream.Torn torn) {
            throw torn.broken();
        }
    }

    private byte[] body(HttpServletRequest request) throws IOException {
        if (!json(request.getContentType())) {
            throw RequestProblem.notJson("Send the request with Content-Type: application/json.");
        }
        int most = engine.limits().maxSizeRequest();
        InputStream in = request.getInputStream();
        if (request.getContentLengthLong() > most) {
            throw tooLong(in, most);
        }
        byte[] body = in.readNBytes(most + 1);
        if (body.length > most) {
            throw tooLong(in, most);
        }
        return body;
    }

    /** Reads on for a while without keeping it: a client that is still sending would not see the answer otherwise. */
    private static RequestProblem tooLong(InputStream in, int most) throws IOException {
        byte[] ignored = new byte[SIP];
        long left = most;
        for (int read = 0; read >= 0 && left > 0; left -= read) {
            read = in.read(ignored);
        }
        return RequestProblem.tooLong(most);
    }

    private static boolean json(@Nullable String type) {
        if (type == null) {
            return false;
        }
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().equalsIgnoreCase("application/json");
    }

    private void refuse(HttpServletResponse response, RequestProblem problem) throws IOException {
        entrance.problem(response, problem.status(), problem.members());
    }
}
