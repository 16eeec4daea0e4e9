package svc.core;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Admitted;
import svc.api.identity.Authenticator.Answer;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Authenticator.Refused;
import svc.api.identity.Caller;
import svc.api.identity.Door;

/** Finds out who asks over HTTP, and writes what is answered to those who may not. */
final class Entrance {

    private final Authenticator authenticator;
    private final Engine engine;

    Entrance(Authenticator authenticator, Engine engine) {
        this.authenticator = authenticator;
        this.engine = engine;
    }

    /** The caller; empty when the refusal has been written. */
    Optional<Caller> caller(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answer answer = authenticator.authenticate(new Presented(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.ofNullable(request.getQueryString()),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                Door.PLAIN,
                request.getRemoteAddr()));
        if (answer instanceof Admitted admitted) {
            return Optional.of(admitted.caller());
        }
        Refused refused = (Refused) answer;
        refused.headers().forEach(response::setHeader);
        problem(response, refused.status(), refused.problem());
        return Optional.empty();
    }

    void problem(HttpServletResponse response, int status, Map<String, ? extends @Nullable Object> members)
            throws IOException {
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        send(response, "application/problem+json", engine.problem(members));
    }

    static void send(HttpServletResponse response, String type, byte[] body) throws IOException {
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
