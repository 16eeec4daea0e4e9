package svc.http.routes;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.http.config.RouteDeclaration;

/** A servlet or WebSocket endpoint that is mounted at its paths. */
public sealed interface Route permits ServletRoute, WebSocketRoute {

    RouteDeclaration declaration();

    /** Returns {@code servlet} or {@code websocket}. */
    String kind();

    InFlightRequests inFlight();

    /** Initializes the route. An exception prevents the mount. */
    void start() throws Exception;

    /** Responds to an accepted request. Completes the callback in any case. */
    void handle(Request request, Response response, Callback callback) throws Exception;

    /** Rejects new requests and asks long-lived exchanges to end. Waits for calls in progress until the deadline. */
    void end(Deadline deadline);

    /** Releases the service. */
    void stop();
}
