package svc.http;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import svc.api.guard.Guard;
import svc.api.guard.Guard.Banned;
import svc.api.guard.Guard.Quota;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Guard.Verdict;
import svc.api.guard.Guard.Welcome;

/**
 * Asks the guard about every request of the public surface before anything else looks at it. The operator's surface is not
 * asked about here: nobody shall be able to lock the operator out, and who has no token is for that surface to ask about.
 */
final class Doorman {

    private final AtomicReference<@Nullable Guard> post = new AtomicReference<>();

    void post(Guard guard) {
        post.set(guard);
    }

    void dismiss(Guard guard) {
        post.compareAndSet(guard, null);
    }

    /** Answers whoever has to wait or to stay outside; false for everybody else. */
    boolean refuses(Request request, Response response, Callback callback) {
        Guard guard = post.get();
        if (guard == null
                || Declaration.ADMIN.equals(
                        request.getConnectionMetaData().getConnector().getName())
                || !(request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress client)
                || client.getAddress() == null) {
            return false;
        }
        Verdict verdict = guard.request(client.getAddress());
        if (verdict instanceof Banned banned) {
            answer(response, callback, 403, banned(banned.until()));
            return true;
        } else if (verdict instanceof TooOften slow) {
            slow.fields().forEach(response.getHeaders()::put);
            answer(response, callback, 429, tooOften(request, slow));
            return true;
        }
        quota(verdict).ifPresent(quota -> tell(response, quota));
        return false;
    }

    private static Optional<Quota> quota(Verdict verdict) {
        return verdict instanceof Welcome welcome ? welcome.quota() : Optional.empty();
    }

    private static void tell(Response response, Quota quota) {
        HttpFields.Mutable fields = response.getHeaders();
        fields.put("RateLimit-Policy", quota.policy());
        fields.put("RateLimit", quota.field());
    }

    private static String banned(Instant until) {
        return "{\"type\":\"urn:svc:problem:banned\",\"title\":\"Banned\",\"status\":403,\"detail\":\"Too many sign-ins failed from"
                + " this address. It may come again at " + until + ".\",\"reason\":\"banned\"}";
    }

    private static String tooOften(Request request, TooOften slow) {
        String error = Request.getPathInContext(request).startsWith("/auth/") ? ",\"error\":\"rate_limited\"" : "";
        return "{\"type\":\"urn:ietf:params:jmap:error:limit\",\"title\":\"Too many requests\",\"status\":429,\"detail\":\""
                + "More than " + slow.quota().perMinute() + " requests a minute came from this address. Wait "
                + slow.seconds() + " seconds.\",\"limit\":\""
                + slow.quota().limit()
                + "\",\"reason\":\"rate-limited\"" + error + "}";
    }

    private static void answer(Response response, Callback callback, int status, String problem) {
        Problem.write(response, callback, status, problem);
    }
}
