package svc.auth;

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
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Door;
import svc.api.json.Json;

/** How the routes of this bundle read requests and write answers. */
@Component(service = Answers.class)
public final class Answers {

    private final Nonces nonces;
    private final Json.Binding binding;

    /** Writes these nonces. */
    @Activate
    public Answers(@Reference Nonces nonces, @Reference Json json) {
        this.nonces = nonces;
        this.binding = json.binding(Json.Names.EXACT);
    }

    /** To be called first by what answers below {@code /auth}: each answer has a nonce. */
    void nonce(HttpServletResponse response) {
        response.setHeader("DPoP-Nonce", nonces.fresh());
    }

    static Presented presented(HttpServletRequest request) {
        return new Presented(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.empty(),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                Door.PLAIN,
                request.getRemoteAddr());
    }

    /** The body as a record; fails with a {@link svc.api.json.JsonProblem}. */
    <T extends Record> T body(HttpServletRequest request, Class<T> type) throws IOException {
        return binding.convert(binding.read(request.getInputStream()), type);
    }

    void send(HttpServletResponse response, Map<String, Object> members) throws IOException {
        send(response, HttpServletResponse.SC_OK, "application/json", members);
    }

    void refuse(HttpServletResponse response, AuthProblem problem) throws IOException {
        problem.headers().forEach(response::setHeader);
        send(response, problem.status(), "application/problem+json", problem.members());
    }

    private void send(HttpServletResponse response, int status, String type, Map<String, Object> members)
            throws IOException {
        byte[] body = binding.text(members).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
