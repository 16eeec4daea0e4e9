package svc.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Something mounted at its paths. */
sealed interface Route permits ServletRoute, SocketRoute {

    Declaration declaration();

    /** {@code servlet} or {@code websocket}. */
    String kind();

    InFlight inFlight();

    /** Makes it ready; what it throws keeps it from being mounted. */
    void start() throws Exception;

    /** Answers a request that was let in; the callback is completed in any case. */
    void handle(Request request, Response response, Callback callback) throws Exception;

    /** Lets nothing new in, and tells what stays open by itself to end. Waits for threads inside, no longer than told. */
    void end(Deadline deadline);

    /** Lets go of the service. */
    void stop();
}
