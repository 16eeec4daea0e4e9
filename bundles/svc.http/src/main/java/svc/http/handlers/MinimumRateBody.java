package svc.http.handlers;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import svc.api.time.Clock;
import svc.http.config.ClientLimits;

/**
 * A request whose body must arrive at the minimum rate and may not pause for long. Only the time during which the
 * server waits for the client counts, so a busy server never rejects a client.
 */
final class MinimumRateBody extends AbortableBody {

    private static final int TOO_SLOW = 408;

    private final Clock clock;
    private final ClientLimits limits;
    private long waited;
    private long length;

    MinimumRateBody(Request request, Clock clock, ClientLimits limits) {
        super(request);
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public void demand(Runnable available) {
        long begin = clock.nanos();
        AtomicBoolean over = new AtomicBoolean();
        Clock.Alarm alarm = clock.schedule(longestWait(), () -> {
            if (over.compareAndSet(false, true)) {
                abort(TOO_SLOW);
                getContext().execute(available);
            }
        });
        // The invocation type of the task must be kept: if it does not say that the task blocks, Jetty runs the task on
        // a thread that must not block.
        super.demand(Invocable.from(Invocable.getInvocationType(available), () -> {
            alarm.cancel();
            if (over.compareAndSet(false, true)) {
                waited += clock.nanos() - begin;
                available.run();
            }
        }));
    }

    /**
     * Returns how long the client may pause now: until the body falls below the minimum rate, but at most nine tenths
     * of the idle timeout, so that the client gets a response before the connection is closed. Over HTTP/2, no other
     * limit ends a stream on which the body has stopped.
     */
    private Duration longestWait() {
        Duration most = limits.idle().multipliedBy(9).dividedBy(10);
        if (limits.bytesPerSecond() == 0) {
            return most;
        }
        Duration paid = Duration.ofMillis(length * 1_000 / limits.bytesPerSecond());
        Duration rest = ClientLimits.RATE_GRACE.plus(paid).minusNanos(waited).plusMillis(1);
        return rest.compareTo(most) < 0 ? rest : most;
    }

    @Override
    int check(Content.Chunk chunk) {
        length += chunk.remaining();
        long slow = waited - ClientLimits.RATE_GRACE.toNanos();
        boolean tooSlow = slow > 0 && length < TimeUnit.NANOSECONDS.toMillis(slow) * limits.bytesPerSecond() / 1_000;
        return tooSlow && !chunk.isLast() ? TOO_SLOW : 0;
    }
}
