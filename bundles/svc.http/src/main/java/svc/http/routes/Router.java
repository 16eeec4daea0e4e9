package svc.http.routes;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.http.config.RouteDeclaration;
import svc.http.config.ServerSettings;
import svc.http.handlers.CorrelationHandler;
import svc.http.handlers.LimitedBody;
import svc.http.handlers.ProblemResponse;
import svc.http.handlers.RateLimitFilter;
import svc.http.handlers.RequestMetrics;

/**
 * Finds the route of a request and applies the rules common to all routes: surface, path syntax, CORS, methods, content
 * coding and body length.
 */
public final class Router extends Handler.Wrapper {

    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final Set<String> USUAL = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final RouteTable table;
    private final Cors cors;
    private final boolean adminSeparate;
    private final RateLimitFilter rateLimitFilter;
    private final RequestMetrics metrics;

    public Router(
            RouteTable table,
            ServerSettings settings,
            RateLimitFilter rateLimitFilter,
            RequestMetrics metrics,
            Handler next) {
        super(next);
        this.table = table;
        this.cors = new Cors(settings.corsOrigins(), settings.publicUrl());
        this.rateLimitFilter = rateLimitFilter;
        this.metrics = metrics;
        this.adminSeparate = settings.admin().isPresent();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // Authorization is a field with a single value, so a request must not repeat it (RFC 9110 §5.3).
        if (request.getHeaders().getFields(HttpHeader.AUTHORIZATION).size() > 1) {
            metrics.recordUnrouted(request, response);
            ProblemResponse.write(
                    request, response, callback, 400, "The request has more than one Authorization field.");
            return true;
        }
        // No route has path parameters (RFC 3986 §3.3). Jetty would drop the parameters and find the route of the
        // remaining path.
        boolean parameters = path(request).indexOf(';') >= 0;
        Route route = parameters
                ? null
                : table.find(Request.getPathInContext(request)).orElse(null);
        if (route == null || !isServedHere(request, route.declaration())) {
            metrics.recordUnrouted(request, response);
            if (!ProblemResponse.isAdmin(request)) {
                // The response has the same CORS fields as the response of a route, so that a forbidden resource cannot
                // be distinguished from a missing one.
                cors.allow(request, response);
            }
            if (rateLimitFilter.rejects(request, response, callback)) {
                LOG.debug("{} is rate-limited or banned", Request.getRemoteAddr(request));
            } else if (!ProblemResponse.isAdmin(request) && cors.rejects(request)) {
                Cors.reject(request, response, callback);
            } else {
                answerNotFound(request, response, callback);
            }
            return true;
        }
        metrics.record(request, response, route.declaration().paths().get(0));
        if (!route.declaration().raw() && request.getHttpURI().hasViolations()) {
            ProblemResponse.write(request, response, callback, 400);
        } else if (!answeredWithoutRoute(request, response, callback, route.declaration())) {
            call(route, request, response, callback);
        }
        return true;
    }

    /** Returns the path as the client sent it; empty when the request has none (RFC 9112 §3.2.3). */
    private static String path(Request request) {
        return Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
    }

    private static void answerNotFound(Request request, Response response, Callback callback) {
        if (path(request).equals("/")) {
            ProblemResponse.write(
                    request,
                    response,
                    callback,
                    404,
                    "This is a JMAP server without web pages. Clients start at /.well-known/jmap.");
        } else {
            ProblemResponse.write(request, response, callback, 404);
        }
    }

    private boolean isServedHere(Request request, RouteDeclaration declaration) {
        String listener = request.getConnectionMetaData().getConnector().getName();
        return adminSeparate ? declaration.surface().equals(listener) : !RouteDeclaration.HEALTH.equals(listener);
    }

    private boolean answeredWithoutRoute(
            Request request, Response response, Callback callback, RouteDeclaration declaration) {
        boolean publicRoute = declaration.surface().equals(RouteDeclaration.PUBLIC);
        boolean open = publicRoute && cors.allow(request, response);
        String method = request.getMethod();
        Set<String> methods = allowed(declaration.methods());
        boolean preflight = open && Cors.preflight(request);
        boolean originRejected = publicRoute && cors.rejects(request);
        // Preflights and requests from excluded origins do not reach the route. Therefore the rate limiter is applied
        // here even if the route normally applies the rate limiter itself.
        boolean asked = publicRoute && (declaration.rateLimited() || preflight || originRejected);
        if (asked && rateLimitFilter.rejects(request, response, callback)) {
            LOG.debug("{} is rate-limited or banned", Request.getRemoteAddr(request));
        } else if (originRejected) {
            Cors.reject(request, response, callback);
        } else if (preflight) {
            Cors.answerPreflight(response, methods);
            answerEmpty(response, callback);
        } else if (declaration.methods().isEmpty() && !(publicRoute && declaration.rateLimited())) {
            // The route itself responds also to other methods and to long bodies. For admin routes, only an
            // authenticated operator may see which methods are allowed.
            return false;
        } else if (!methods.contains(method)) {
            response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
            ProblemResponse.write(request, response, callback, 405);
        } else if (method.equals("OPTIONS") && !declaration.methods().contains(method)) {
            response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
            answerEmpty(response, callback);
        } else if (encoded(request)) {
            response.getHeaders().put(HttpHeader.ACCEPT_ENCODING, "identity");
            ProblemResponse.write(request, response, callback, 415);
        } else if (declaration.maxBody() >= 0 && request.getLength() > declaration.maxBody()) {
            ProblemResponse.write(request, response, callback, 413);
        } else {
            return false;
        }
        return true;
    }

    /** Returns whether the body has a content coding, which no route decodes (RFC 9110 §12.5.3, §15.5.16). */
    private static boolean encoded(Request request) {
        return request.getHeaders().getCSV(HttpHeader.CONTENT_ENCODING, false).stream()
                .anyMatch(coding -> !coding.equalsIgnoreCase("identity"));
    }

    private static void answerEmpty(Response response, Callback callback) {
        response.setStatus(204);
        response.write(true, null, callback);
    }

    private static Set<String> allowed(Set<String> declared) {
        if (declared.isEmpty()) {
            return USUAL;
        }
        Set<String> methods = new TreeSet<>(declared);
        methods.add("OPTIONS");
        if (declared.contains("GET")) {
            methods.add("HEAD");
        }
        return methods;
    }

    private void call(Route route, Request request, Response response, Callback callback) {
        InFlightRequests inFlight = route.inFlight();
        // The exchange is counted. It is also the callback of the request: if the callback fails, the request ends.
        HttpExchange counted = new HttpExchange(inFlight, callback);
        if (!inFlight.enter(counted)) {
            ProblemResponse.write(request, response, callback, 404);
            return;
        }
        long limit = route.declaration().maxBody();
        Request plain = route.declaration().compressed() ? request : new PlainAnswer(request);
        Request limitedRequest = request.getLength() >= 0 || limit < 0 ? plain : new LimitedBody(plain, limit);
        limitedRequest.setAttribute(RouteHandler.ROUTE, route);
        try {
            super.handle(limitedRequest, response, counted);
        } catch (Throwable e) {
            // Error is also caught: classes of a bundle that is being stopped may be missing, and the count must stay
            // correct.
            Throwable reported = RouteErrors.expected(e)
                    ? e
                    : RouteErrors.logged(route.declaration(), request.getMethod(), CorrelationHandler.of(request), e);
            Response.writeError(limitedRequest, response, counted, reported);
        } finally {
            inFlight.left();
        }
    }
}
