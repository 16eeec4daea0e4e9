package svc.auth;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Guard;
import svc.api.guard.Guard.Banned;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Guard.Verdict;
import svc.api.guard.Guard.Welcome;
import svc.api.guard.Network;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Door;
import svc.api.json.Json;

/** How the routes of this bundle read requests and write answers. */
@Component(service = Answers.class)
public final class Answers {

    private final Nonces nonces;
    private final Json.Binding binding;
    private final Guard guard;

    /** Writes these nonces. */
    @Activate
    public Answers(@Reference Nonces nonces, @Reference Json json, @Reference Guard guard) {
        this.nonces = nonces;
        this.guard = guard;
        this.binding = json.binding(Json.Names.EXACT);
    }

    /**
     * To be called first by what answers below {@code /auth}: each answer has a nonce, also that to whoever comes too often,
     * which is then given here.
     */
    boolean admits(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("DPoP-Nonce", nonces.fresh());
        Optional<AuthProblem> refusal = Network.address(request.getRemoteAddr())
                .map(guard::request)
                .flatMap(verdict -> welcome(verdict, response));
        if (refusal.isPresent()) {
            refuse(response, refusal.get());
        }
        return refusal.isEmpty();
    }

    private static Optional<AuthProblem> welcome(Verdict verdict, HttpServletResponse response) {
        if (verdict instanceof Welcome welcome) {
            welcome.quota().ifPresent(quota -> {
                response.setHeader("RateLimit-Policy", quota.policy());
                response.setHeader("RateLimit", quota.field());
            });
            return Optional.empty();
        }
        return Optional.of(
                verdict instanceof Banned banned
                        ? AuthProblem.banned(banned.until())
                        : AuthProblem.tooOften((TooOften) verdict));
    }

    /** A password or the like was wrong. */
    void failed(HttpServletRequest request) {
        Network.address(request.getRemoteAddr()).ifPresent(address -> guard.signInFailed(address, "http"));
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

    /** A body whose length nobody told, and which is longer than it may be. */
    static final class TooLong extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;
    }

    /** The body as a record; fails with a {@link svc.api.json.JsonProblem}. */
    <T extends Record> T body(HttpServletRequest request, Class<T> type) throws IOException {
        byte[] body = request.getInputStream().readNBytes(AuthRoute.LONGEST_BODY + 1);
        if (body.length > AuthRoute.LONGEST_BODY) {
            throw new TooLong();
        }
        return binding.convert(binding.read(new ByteArrayInputStream(body)), type);
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
