package svc.http.routes;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.http.handlers.ProblemResponse;

/**
 * CORS rules of the public routes. Web pages send tokens in header fields, so credentialed requests (cookies) are not
 * supported.
 */
final class Cors {

    private static final String HEADERS = "Authorization, DPoP, Content-Type, Last-Event-ID";
    private static final String EXPOSED =
            "Content-Disposition, DPoP-Nonce, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate";
    private static final String MAX_AGE_SECONDS = "600";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final boolean all;
    private final String publicOrigin;
    private final List<String> origins;

    Cors(List<String> origins, Optional<URI> publicUrl) {
        this.publicOrigin = publicUrl
                .map(url -> url.getScheme() + "://" + url.getRawAuthority())
                .orElse("");
        this.origins = origins;
        this.all = origins.contains("*");
    }

    /** Returns whether the request is a CORS preflight. The server answers a preflight without calling the route. */
    static boolean preflight(Request request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeaders().contains(HttpHeader.ORIGIN)
                && request.getHeaders().contains("Access-Control-Request-Method");
    }

    /**
     * Returns whether the request uses a method that changes data and comes from an origin that may not use the public
     * routes.
     */
    boolean rejects(Request request) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        return !all
                && origin != null
                && !READING.contains(request.getMethod())
                && !origins.contains(origin)
                && !origin.equals(publicOrigin)
                && !origin.endsWith("://" + request.getHttpURI().getAuthority());
    }

    /** Writes the response for a request that {@link #rejects} rejects. */
    static void reject(Request request, Response response, Callback callback) {
        ProblemResponse.write(
                request,
                response,
                callback,
                403,
                "Requests from this origin are not allowed. Add the origin to [server] cors_origins.");
    }

    /** Adds the CORS fields of a public route's response. Returns false when the origin may not use the route. */
    boolean allow(Request request, Response response) {
        HttpFields.Mutable fields = response.getHeaders();
        if (all) {
            fields.put("Access-Control-Allow-Origin", "*");
        } else {
            fields.add(HttpHeader.VARY, "Origin");
            String origin = request.getHeaders().get(HttpHeader.ORIGIN);
            if (origin == null || !origins.contains(origin)) {
                return false;
            }
            fields.put("Access-Control-Allow-Origin", origin);
        }
        fields.put("Access-Control-Expose-Headers", EXPOSED);
        return true;
    }

    static void answerPreflight(Response response, Set<String> methods) {
        response.getHeaders()
                .put("Access-Control-Allow-Methods", String.join(", ", methods))
                .put("Access-Control-Allow-Headers", HEADERS)
                .put("Access-Control-Max-Age", MAX_AGE_SECONDS);
    }
}
