package svc.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import svc.api.time.Clock;

/**
 * A request whose body may neither come slower than the least rate nor stop coming. Only the time counts during which the
 * server waits for the client, so that a busy server never blames its client.
 */
final class PacedBody extends RefusedBody {

    private static final int TOO_SLOW = 408;

    private final Clock clock;
    private final Limits limits;
    private long waited;
    private long length;

    PacedBody(Request request, Clock clock, Limits limits) {
        super(request);
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public void demand(Runnable available) {
        long begin = clock.nanos();
        AtomicBoolean over = new AtomicBoolean();
        // A little before the connection's own idle limit, so that the client gets an answer. Over HTTP/2 there is no
        // other
        // limit for one stream that stands still.
        Clock.Alarm alarm = clock.after(limits.idle().multipliedBy(9).dividedBy(10), () -> {
            if (over.compareAndSet(false, true)) {
                refuse(TOO_SLOW);
                getContext().execute(available);
            }
        });
        // Jetty runs the task on its own thread unless the task says that it blocks: keep what it says.
        super.demand(Invocable.from(Invocable.getInvocationType(available), () -> {
            alarm.cancel();
            if (over.compareAndSet(false, true)) {
                waited += clock.nanos() - begin;
                available.run();
            }
        }));
    }

    @Override
    int judge(Content.Chunk chunk) {
        length += chunk.remaining();
        long slow = waited - Limits.RATE_GRACE.toNanos();
        boolean tooSlow = slow > 0 && length < TimeUnit.NANOSECONDS.toMillis(slow) * limits.bytesPerSecond() / 1_000;
        return tooSlow && !chunk.isLast() ? TOO_SLOW : 0;
    }
}
