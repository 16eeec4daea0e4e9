package svc.http.routes;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The innermost handler: calls the route that the router selected. */
public final class RouteHandler extends Handler.Abstract {

    static final String ROUTE = "svc.route";

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!(request.getAttribute(ROUTE) instanceof Route route)) {
            return false;
        }
        request.removeAttribute(ROUTE);
        route.handle(request, response, callback);
        return true;
    }
}
