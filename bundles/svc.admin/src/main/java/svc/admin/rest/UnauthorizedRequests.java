package svc.admin.rest;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpServerInfo;
import svc.api.net.IpNetwork;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.ratelimit.RateLimiter;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.Limited;

/**
 * Answers requests to the admin listener without a valid token. These requests count for the rate limiter if the admin
 * paths share a listener with the public paths. A separate admin listener has no limit, so that an attacker cannot lock
 * the operator out. Requests with the token are never counted. Thread-safe.
 */
@Component(service = UnauthorizedRequests.class)
public final class UnauthorizedRequests {

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable RateLimiter rateLimiter;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable HttpServerInfo listeners;

    /** A problem document and its status. */
    public record Answer(int status, Map<String, Object> members) {}

    /**
     * Counts a request and returns the response.
     *
     * @param sentence a sentence for the client, which says that the token is missing or wrong, and which token is
     *     required
     */
    public Answer answer(HttpServletRequest request, HttpServletResponse response, String sentence) {
        return refused(request, response).orElseGet(() -> {
            boolean silent = request.getHeader("Authorization") == null;
            response.setHeader("WWW-Authenticate", silent ? "Bearer" : "Bearer error=\"invalid_token\"");
            return answer(Reason.UNAUTHORIZED, sentence, Map.of());
        });
    }

    /** Returns the response that refuses the request if the address exceeds its rate or is banned. */
    private Optional<Answer> refused(HttpServletRequest request, HttpServletResponse response) {
        RateLimiter present = rateLimiter;
        if (present == null || apart()) {
            return Optional.empty();
        }
        Optional<Decision> verdict =
                IpNetwork.address(String.valueOf(request.getRemoteAddr())).map(present::checkAddress);
        if (verdict.isPresent() && verdict.get() instanceof Limited slow) {
            return Optional.of(tooOften(slow, response));
        }
        return verdict.filter(Banned.class::isInstance).map(banned -> banned((Banned) banned));
    }

    private boolean apart() {
        HttpServerInfo present = listeners;
        return present == null
                || present.endpoints().stream()
                        .anyMatch(listener -> listener.surface().equals("admin"));
    }

    private static Answer tooOften(Limited slow, HttpServletResponse response) {
        slow.fields().forEach(response::setHeader);
        return answer(
                Reason.RATE_LIMITED,
                "Too many requests without the token came from this address. Wait " + slow.seconds() + " seconds.",
                Map.of(
                        "type",
                        "urn:ietf:params:jmap:error:limit",
                        "title",
                        "Too many requests",
                        "limit",
                        slow.quota().limit(),
                        "error",
                        "rate_limited"));
    }

    private static Answer banned(Banned banned) {
        return answer(
                Reason.FORBIDDEN,
                "Too many sign-ins failed from this address. It may come again at " + banned.until() + ".",
                Map.of("type", "urn:svc:problem:banned"));
    }

    private static Answer answer(Reason reason, String detail, Map<String, Object> own) {
        Map<String, Object> members = new LinkedHashMap<>(new OperationException(reason, detail).members());
        members.putAll(own);
        return new Answer(reason.status(), members);
    }
}
