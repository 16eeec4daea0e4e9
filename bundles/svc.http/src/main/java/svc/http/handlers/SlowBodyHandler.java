package svc.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.api.time.Clock;

/** Refuses bodies that come too slowly; see {@link PacedBody}. */
final class Pace extends Handler.Wrapper {

    private final Clock clock;
    private final Limits limits;

    Pace(Clock clock, Limits limits, Handler next) {
        super(next);
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Request paced = request.getLength() == 0 ? request : new PacedBody(request, clock, limits);
        return super.handle(paced, response, callback);
    }
}
