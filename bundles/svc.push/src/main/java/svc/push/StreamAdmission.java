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
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Admitted;
import svc.api.identity.Authenticator.Answer;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Authenticator.Refused;
import svc.api.identity.Caller;
import svc.api.identity.Door;
import svc.api.json.Json;

/** Who may open a stream, and what is answered to those who may not. */
@Component(service = StreamDoor.class)
public final class StreamDoor {

    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY = 429;

    private final Authenticator authenticator;
    private final Json.Binding json;

    /** Asks there. */
    @Activate
    public StreamDoor(@Reference Authenticator authenticator, @Reference Json json) {
        this.authenticator = authenticator;
        this.json = json.binding(Json.Names.EXACT);
    }

    /** The caller; empty when the refusal has been written. */
    Optional<Caller> caller(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answer answer = authenticator.authenticate(new Presented(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.ofNullable(request.getQueryString()),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                Door.STREAM,
                request.getRemoteAddr()));
        if (answer instanceof Admitted admitted) {
            return Optional.of(admitted.caller());
        }
        Refused refused = (Refused) answer;
        refused.headers().forEach(response::setHeader);
        send(response, refused.status(), refused.problem());
        return Optional.empty();
    }

    /** A parameter cannot be meant. */
    void refuse(HttpServletResponse response, Wish.Unclear unclear) throws IOException {
        send(
                response,
                BAD_REQUEST,
                Map.of("type", "about:blank", "status", BAD_REQUEST, "detail", String.valueOf(unclear.getMessage())));
    }

    /** The account has as many as it may. */
    void full(HttpServletResponse response, int most) throws IOException {
        response.setHeader("Retry-After", "2");
        send(
                response,
                TOO_MANY,
                Map.of(
                        "type",
                        "urn:ietf:params:jmap:error:limit",
                        "status",
                        TOO_MANY,
                        "detail",
                        most + " streams of this account are open, and more are not opened at once. Close one first.",
                        "limit",
                        "maxConcurrentStreams"));
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
