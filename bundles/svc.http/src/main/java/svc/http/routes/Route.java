package svc.http.routes;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.http.config.RouteDeclaration;

/** A servlet or WebSocket endpoint that is mounted at its paths. */
public abstract sealed class Route permits ServletRoute, WebSocketRoute {

    private final RouteDeclaration declaration;
    private final String kind;
    private final InFlightRequests inFlight = new InFlightRequests();

    Route(RouteDeclaration declaration, String kind) {
        this.declaration = declaration;
        this.kind = kind;
    }

    public final RouteDeclaration declaration() {
        return declaration;
    }

    /** Returns {@code servlet} or {@code websocket}. */
    public final String kind() {
        return kind;
    }

    public final InFlightRequests inFlight() {
        return inFlight;
    }

    /** Initializes the route. An exception prevents the mount. */
    abstract void start() throws Exception;

    /** Responds to an accepted request. Completes the callback in any case. */
    abstract void handle(Request request, Response response, Callback callback) throws Exception;

    /**
     * Rejects new requests, and asks long-lived exchanges to end. Waits until the calls in progress have ended, at most
     * until the deadline.
     */
    public abstract void end(Deadline deadline);

    /** Releases the service. */
    abstract void stop();
}
