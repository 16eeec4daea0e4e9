package svc.http.handlers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Authenticator;
import svc.api.ratelimit.RateLimiter;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.Limited;
import svc.api.ratelimit.RateLimiter.Quota;
import svc.http.config.RouteDeclaration;

/**
 * Applies the {@link RateLimiter} to every request on a public listener, before routing. Responds with 429 or 403. The
 * filter is not applied to admin listeners, so that an attacker cannot lock the operator out; the admin surface checks
 * credentials itself.
 */
public final class RateLimitFilter {

    private final AtomicReference<@Nullable RateLimiter> current = new AtomicReference<>();

    public void set(RateLimiter rateLimiter) {
        current.set(rateLimiter);
    }

    public void remove(RateLimiter rateLimiter) {
        current.compareAndSet(rateLimiter, null);
    }

    /** Returns whether the address is exempt from rate limits. */
    public boolean trusts(InetAddress address) {
        RateLimiter rateLimiter = current.get();
        return rateLimiter != null && rateLimiter.isTrusted(address);
    }

    /** Responds to a request that is rate-limited or banned. Returns false when the request may proceed. */
    public boolean rejects(Request request, Response response, Callback callback) {
        RateLimiter rateLimiter = current.get();
        if (rateLimiter == null
                || RouteDeclaration.ADMIN.equals(
                        request.getConnectionMetaData().getConnector().getName())
                || !(request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress client)
                || client.getAddress() == null) {
            return false;
        }
        Decision verdict = presentsCredential(request)
                ? rateLimiter.checkAddressWithCredential(client.getAddress())
                : rateLimiter.checkAddress(client.getAddress());
        if (verdict instanceof Banned banned) {
            ProblemResponse.write(response, callback, 403, banned(banned.until()));
            return true;
        } else if (verdict instanceof Limited limited) {
            limited.fields().forEach(response.getHeaders()::put);
            ProblemResponse.write(response, callback, 429, limited(limited));
            return true;
        }
        if (verdict instanceof Allowed allowed) {
            allowed.quota().ifPresent(quota -> addHeaders(response, quota));
        }
        return false;
    }

    private static boolean presentsCredential(Request request) {
        return Authenticator.presentsCredential(
                request.getHeaders().get(HttpHeader.AUTHORIZATION),
                request.getHttpURI().getQuery());
    }

    private static void addHeaders(Response response, Quota quota) {
        HttpFields.Mutable fields = response.getHeaders();
        fields.put("RateLimit-Policy", quota.policy());
        fields.put("RateLimit", quota.field());
    }

    private static String banned(Instant until) {
        return "{\"type\":\"urn:svc:problem:banned\",\"title\":\"Banned\",\"status\":403,\"detail\":\"Too many sign-ins failed from"
                + " this address. Sign-ins from it are refused until " + until
                + "; valid tokens are still accepted.\",\"reason\":\"banned\"}";
    }

    private static String limited(Limited limited) {
        return "{\"type\":\"urn:ietf:params:jmap:error:limit\",\"title\":\"Too many requests\",\"status\":429,\"detail\":\""
                + "This address exceeded " + limited.quota().most() + ". Wait "
                + limited.seconds() + " seconds.\",\"limit\":\""
                + limited.quota().limit()
                + "\",\"reason\":\"rate-limited\",\"error\":\"rate_limited\"}";
    }
}
