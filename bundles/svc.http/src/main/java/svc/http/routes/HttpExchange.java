package svc.http;

import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;

/** A request under way: Jetty's callback of it, which ends the count. */
final class HttpExchange extends Callback.Nested implements Exchange {

    private final InFlight inFlight;

    HttpExchange(InFlight inFlight, Callback callback) {
        super(callback);
        this.inFlight = inFlight;
    }

    @Override
    public void completed() {
        inFlight.completed(this);
    }

    @Override
    public void cutOff() {
        failed(new EofException("its route is gone"));
    }
}
