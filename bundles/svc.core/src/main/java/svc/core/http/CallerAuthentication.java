package svc.core.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.core.engine.Engine;

/** Authenticates HTTP requests, and writes the responses to rejected requests. */
final class CallerAuthentication {

    private final Authenticator authenticator;
    private final Engine engine;

    CallerAuthentication(Authenticator authenticator, Engine engine) {
        this.authenticator = authenticator;
        this.engine = engine;
    }

    /** Returns the caller. If authentication fails, writes the response and returns empty. */
    Optional<Caller> caller(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Result answer = authenticator.authenticate(new Credentials(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.ofNullable(request.getQueryString()),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                QueryCredentials.NONE,
                request.getRemoteAddr(),
                Optional.ofNullable(request.getHeader("Origin"))));
        if (answer instanceof Authenticated admitted) {
            return Optional.of(admitted.caller());
        }
        Rejected refused = (Rejected) answer;
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
