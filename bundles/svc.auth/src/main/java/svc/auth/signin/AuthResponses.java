package svc.auth.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.QueryCredentials;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.auth.dpop.Nonces;

/** Reads the requests and writes the responses of the servlets of this bundle. */
@Component(service = AuthResponses.class)
public final class AuthResponses {

    private final Nonces nonces;
    private final Json.Binding binding;
    private final RateLimiter guard;

    @Activate
    public AuthResponses(@Reference Nonces nonces, @Reference Json json, @Reference RateLimiter guard) {
        this.nonces = nonces;
        this.guard = guard;
        this.binding = json.binding(Json.Names.EXACT);
    }

    /**
     * Applies the rate limiter, and adds a current DPoP nonce to the response, also to a refusal. Each servlet below
     * {@code /auth} calls this method first. If the rate limiter rejects the request, writes the refusal and returns
     * false.
     *
     * @param takesTokens whether requests of the servlet carry a token
     */
    boolean admits(HttpServletRequest request, HttpServletResponse response, boolean takesTokens) throws IOException {
        boolean credential = takesTokens
                && Authenticator.presentsCredential(request.getHeader("Authorization"), request.getQueryString());
        response.setHeader("DPoP-Nonce", nonces.fresh());
        Optional<AuthProblem> refusal = IpNetwork.address(request.getRemoteAddr())
                .map(address -> credential ? guard.checkAddressWithCredential(address) : guard.checkAddress(address))
                .flatMap(verdict -> welcome(verdict, response));
        if (refusal.isPresent()) {
            refuse(response, refusal.get());
        }
        return refusal.isEmpty();
    }

    private static Optional<AuthProblem> welcome(Decision verdict, HttpServletResponse response) {
        if (verdict instanceof Allowed welcome) {
            welcome.quota().ifPresent(quota -> {
                response.setHeader("RateLimit-Policy", quota.policy());
                response.setHeader("RateLimit", quota.field());
            });
        }
        return SignInGuard.rejection(verdict).map(AuthProblem::rejected);
    }

    /**
     * Returns whether the content type is JSON. The type is required, because a web page cannot send a body of this
     * type to another origin without a CORS preflight.
     */
    static boolean isJson(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
    }

    static Credentials presented(HttpServletRequest request) {
        return new Credentials(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.empty(),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                QueryCredentials.NONE,
                request.getRemoteAddr(),
                Optional.ofNullable(request.getHeader("Origin")));
    }

    /**
     * Reads the body as a record. If the body is too long or not valid, writes the refusal and returns empty.
     *
     * @param remedy the expected body, as a sentence
     */
    <T extends Record> Optional<T> body(
            HttpServletRequest request, HttpServletResponse response, Class<T> type, String remedy) throws IOException {
        byte[] body = request.getInputStream().readNBytes(AuthServlet.LONGEST_BODY + 1);
        if (body.length > AuthServlet.LONGEST_BODY) {
            refuse(response, AuthProblem.TOO_LONG);
            return Optional.empty();
        }
        try {
            return Optional.of(binding.convert(binding.read(new ByteArrayInputStream(body)), type));
        } catch (JsonException e) {
            refuse(response, AuthProblem.invalidRequest(String.valueOf(e.getMessage()), remedy));
            return Optional.empty();
        }
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
