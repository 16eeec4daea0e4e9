package svc.admin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.guard.Guard;
import svc.api.guard.Guard.Banned;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Guard.Verdict;
import svc.api.guard.Network;
import svc.api.http.Listeners;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/**
 * Requests to the operator's surface without its token. They count like everybody's where the surface is on everybody's port;
 * on a port of its own nobody is counted, so that nobody can lock the operator out, and with the token nowhere.
 */
@Component(service = Knocks.class)
public final class Knocks {

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable Guard guard;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable Listeners listeners;

    /** Asks those that are there. */
    @Activate
    public Knocks() {
        // both come and go
    }

    /** A problem and its status. */
    record Answer(int status, Map<String, Object> members) {}

    /**
     * Counts one; what to answer.
     *
     * @param sentence says that the token is missing or wrong, and which one to send
     */
    Answer answer(HttpServletRequest request, HttpServletResponse response, String sentence) {
        return refused(request, response).orElseGet(() -> {
            boolean silent = request.getHeader("Authorization") == null;
            response.setHeader("WWW-Authenticate", silent ? "Bearer" : "Bearer error=\"invalid_token\"");
            return answer(Reason.UNAUTHORIZED, sentence, Map.of());
        });
    }

    /** Those that are too many. */
    private Optional<Answer> refused(HttpServletRequest request, HttpServletResponse response) {
        Guard present = guard;
        if (present == null || apart()) {
            return Optional.empty();
        }
        Optional<Verdict> verdict =
                Network.address(String.valueOf(request.getRemoteAddr())).map(present::request);
        if (verdict.isPresent() && verdict.get() instanceof TooOften slow) {
            return Optional.of(tooOften(slow, response));
        }
        return verdict.filter(Banned.class::isInstance).map(banned -> banned((Banned) banned));
    }

    private boolean apart() {
        Listeners present = listeners;
        return present == null
                || present.listeners().stream()
                        .anyMatch(listener -> listener.surface().equals("admin"));
    }

    private static Answer tooOften(TooOften slow, HttpServletResponse response) {
        slow.fields().forEach(response::setHeader);
        return answer(
                Reason.RATE_LIMITED,
                "Too many requests without the token came from this address. Wait " + slow.seconds() + " seconds.",
                Map.of(
                        "type",
                        "urn:ietf:params:jmap:error:limit",
                        "limit",
                        slow.quota().limit()));
    }

    private static Answer banned(Banned banned) {
        return answer(
                Reason.FORBIDDEN,
                "Too many sign-ins failed from this address. It may come again at " + banned.until() + ".",
                Map.of("type", "urn:svc:problem:banned"));
    }

    private static Answer answer(Reason reason, String detail, Map<String, Object> own) {
        Map<String, Object> members = new LinkedHashMap<>(new OperationProblem(reason, detail).members());
        members.putAll(own);
        return new Answer(reason.status(), members);
    }
}
