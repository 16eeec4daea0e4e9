package svc.http;

import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the route of a request and holds what all routes have in common: surface, form of the path, cross-origin rules,
 * methods, length of the body.
 */
final class Router extends Handler.Wrapper {

    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final Set<String> USUAL = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final RouteTable table;
    private final Cors cors;
    private final boolean adminApart;
    private final Doorman doorman;
    private final Tally tally;

    Router(RouteTable table, Settings settings, Doorman doorman, Tally tally, Handler next) {
        super(next);
        this.table = table;
        this.cors = new Cors(settings.corsOrigins());
        this.doorman = doorman;
        this.tally = tally;
        this.adminApart = settings.admin().isPresent();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Route route = table.find(Request.getPathInContext(request)).orElse(null);
        if (route == null || !answersHere(request, route.declaration())) {
            tally.followNowhere(request, response);
            if (!Problem.ofOperator(request)) {
                // As a route's own answer: what somebody may not see must look like what is not there in each field.
                cors.allow(request, response);
            }
            if (!doorman.refuses(request, response, callback)) {
                Problem.write(request, response, callback, 404);
            }
            return true;
        }
        tally.follow(request, response, route.declaration().paths().get(0));
        if (!route.declaration().raw() && request.getHttpURI().hasViolations()) {
            Problem.write(request, response, callback, 400);
        } else if (!answeredWithoutRoute(request, response, callback, route.declaration())) {
            call(route, request, response, callback);
        }
        return true;
    }

    private boolean answersHere(Request request, Declaration declaration) {
        return !adminApart
                || declaration
                        .surface()
                        .equals(request.getConnectionMetaData().getConnector().getName());
    }

    private boolean answeredWithoutRoute(
            Request request, Response response, Callback callback, Declaration declaration) {
        boolean everybodys = declaration.surface().equals(Declaration.PUBLIC);
        boolean open = everybodys && cors.allow(request, response);
        String method = request.getMethod();
        Set<String> methods = allowed(declaration.methods());
        boolean preflight = open && Cors.preflight(request);
        // A preflight never comes to the route, so that one which asks itself does not ask about it.
        boolean asked = everybodys && (declaration.guarded() || preflight);
        if (asked && doorman.refuses(request, response, callback)) {
            LOG.debug("{} has to wait or to stay outside", Request.getRemoteAddr(request));
        } else if (preflight) {
            Cors.answerPreflight(response, methods);
            answerEmpty(response, callback);
        } else if (declaration.methods().isEmpty() && !(everybodys && declaration.guarded())) {
            // Its answers carry something of their own, those to other methods and long bodies too; and which methods
            // the
            // operator's paths have is told to the operator alone.
            return false;
        } else if (!methods.contains(method)) {
            response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
            Problem.write(request, response, callback, 405);
        } else if (method.equals("OPTIONS") && !declaration.methods().contains(method)) {
            response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
            answerEmpty(response, callback);
        } else if (declaration.maxBody() >= 0 && request.getLength() > declaration.maxBody()) {
            Problem.write(request, response, callback, 413);
        } else {
            return false;
        }
        return true;
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
        InFlight inFlight = route.inFlight();
        // It is both what is counted and what must be failed to cut the exchange off.
        HttpExchange counted = new HttpExchange(inFlight, callback);
        if (!inFlight.enter(counted)) {
            Problem.write(request, response, callback, 404);
            return;
        }
        long most = route.declaration().maxBody();
        Request plain = route.declaration().compressed() ? request : new PlainAnswer(request);
        Request limited = request.getLength() >= 0 || most < 0 ? plain : new LimitedBody(plain, most);
        limited.setAttribute(RouteCall.ROUTE, route);
        try {
            super.handle(limited, response, counted);
        } catch (Throwable e) {
            // Also an Error: a bundle that goes may miss classes, and the count must come out even.
            Throwable told = Failures.expected(e)
                    ? e
                    : Failures.logged(route.declaration(), request.getMethod(), Correlation.of(request), e);
            Response.writeError(limited, response, counted, told);
        } finally {
            inFlight.left();
        }
    }
}
