package svc.http.routes;

import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;

/**
 * A request in progress. It wraps Jetty's callback: when the callback completes, the request no longer counts as in
 * progress.
 */
final class HttpExchange extends Callback.Nested implements Exchange {

    private final InFlightRequests inFlight;

    HttpExchange(InFlightRequests inFlight, Callback callback) {
        super(callback);
        this.inFlight = inFlight;
    }

    @Override
    public void completed() {
        inFlight.completed(this);
    }

    @Override
    public void cutOff() {
        failed(new EofException("its route was removed"));
    }
}
