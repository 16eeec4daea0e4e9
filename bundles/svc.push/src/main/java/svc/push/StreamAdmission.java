package svc.push;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.ProblemDetails;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.api.json.Json;

/** Authenticates the caller of an event stream and writes the responses to refused requests. */
@Component(service = StreamAdmission.class)
public final class StreamAdmission {

    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY = 429;

    private final Authenticator authenticator;
    private final Json.Binding json;

    @Activate
    public StreamAdmission(@Reference Authenticator authenticator, @Reference Json json) {
        this.authenticator = authenticator;
        this.json = json.binding(Json.Names.EXACT);
    }

    /** Returns the caller; empty when the request was refused and the response was written. */
    Optional<Caller> caller(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Result answer = authenticator.authenticate(new Credentials(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.ofNullable(request.getQueryString()),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                QueryCredentials.STREAM,
                request.getRemoteAddr(),
                Optional.ofNullable(request.getHeader("Origin"))));
        if (answer instanceof Authenticated admitted) {
            return Optional.of(admitted.caller());
        }
        Rejected refused = (Rejected) answer;
        refused.headers().forEach(response::setHeader);
        send(response, refused.status(), refused.problem());
        return Optional.empty();
    }

    /** Refuses an invalid parameter. */
    void refuse(HttpServletResponse response, EventSourceParameters.InvalidParameter invalid) throws IOException {
        send(response, ProblemDetails.of(BAD_REQUEST, String.valueOf(invalid.getMessage())));
    }

    /** Refuses a stream because the account has reached its limit. */
    void full(HttpServletResponse response, int most) throws IOException {
        response.setHeader("Retry-After", "2");
        send(
                response,
                ProblemDetails.exceeded(
                        TOO_MANY,
                        "maxConcurrentStreams",
                        most + " streams of this account are open, which is the limit. Close one first."));
    }

    private void send(HttpServletResponse response, ProblemDetails problem) throws IOException {
        send(response, problem.status(), problem.members());
    }

    private void send(HttpServletResponse response, int status, Map<String, ?> members) throws IOException {
        byte[] body = json.text(members).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
