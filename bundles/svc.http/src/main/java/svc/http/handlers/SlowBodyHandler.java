package svc.http.handlers;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.api.time.Clock;
import svc.http.config.ClientLimits;

/** Rejects request bodies that arrive too slowly; see {@link MinimumRateBody}. */
public final class SlowBodyHandler extends Handler.Wrapper {

    private final Clock clock;
    private final ClientLimits limits;

    public SlowBodyHandler(Clock clock, ClientLimits limits, Handler next) {
        super(next);
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Request paced = request.getLength() == 0 ? request : new MinimumRateBody(request, clock, limits);
        return super.handle(paced, response, callback);
    }
}
