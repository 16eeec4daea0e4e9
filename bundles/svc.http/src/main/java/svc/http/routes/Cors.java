package svc.http;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Cross-origin rules of the public routes: tokens travel in fields that the page sets itself, so no credentials mode. */
final class Cors {

    private static final String HEADERS = "Authorization, DPoP, Content-Type, Last-Event-ID";
    private static final String EXPOSED = "DPoP-Nonce, Retry-After, RateLimit, RateLimit-Policy";
    private static final String MAX_AGE_SECONDS = "600";

    private final boolean all;
    private final List<String> origins;

    Cors(List<String> origins) {
        this.origins = origins;
        this.all = origins.contains("*");
    }

    /** Whether this is the question of a browser, to be answered without the route. */
    static boolean preflight(Request request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeaders().contains(HttpHeader.ORIGIN)
                && request.getHeaders().contains("Access-Control-Request-Method");
    }

    /** Adds what every answer of a public route carries; false when the origin may not use it. */
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
