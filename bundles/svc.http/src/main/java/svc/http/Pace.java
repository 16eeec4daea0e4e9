package svc.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import svc.api.time.Clock;

/**
 * Refuses bodies that come slower than the least rate. Only the time counts during which the server waits for the client, so
 * that a busy server never blames its client; a client that sends nothing at all meets the idle limit.
 */
final class Pace extends Handler.Wrapper {

    private final Clock clock;
    private final int bytesPerSecond;

    Pace(Clock clock, int bytesPerSecond, Handler next) {
        super(next);
        this.clock = clock;
        this.bytesPerSecond = bytesPerSecond;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        boolean paced = bytesPerSecond > 0 && request.getLength() != 0;
        return super.handle(paced ? new PacedBody(request) : request, response, callback);
    }

    private final class PacedBody extends RefusedBody {

        private long waited;
        private long length;

        private PacedBody(Request request) {
            super(request);
        }

        @Override
        public void demand(Runnable available) {
            long begin = clock.nanos();
            // Jetty runs the task on its own thread unless the task says that it blocks: keep what it says.
            super.demand(Invocable.from(Invocable.getInvocationType(available), () -> {
                waited += clock.nanos() - begin;
                available.run();
            }));
        }

        @Override
        int judge(Content.Chunk chunk) {
            length += chunk.remaining();
            long slow = waited - Limits.RATE_GRACE.toNanos();
            boolean tooSlow = slow > 0 && length < TimeUnit.NANOSECONDS.toMillis(slow) * bytesPerSecond / 1_000;
            return tooSlow && !chunk.isLast() ? 408 : 0;
        }
    }
}
