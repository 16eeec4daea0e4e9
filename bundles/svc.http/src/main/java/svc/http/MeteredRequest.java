package svc.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;

/**
 * A request whose body is counted: not longer than the route allows, not slower than the least rate. Only the time counts
 * during which the server waits for the client, so that a busy server never blames the client.
 *
 * <p>Jetty reads a body on one thread at a time, hence the plain fields.
 */
final class MeteredRequest extends Request.Wrapper {

    private final Clock clock;
    private final long most;
    private final int bytesPerSecond;
    private long length;
    private long waited;
    private Content.@Nullable Chunk refusal;

    /** Counts; {@code most} below 0 is no limit of the length. */
    MeteredRequest(Request request, Clock clock, long most, int bytesPerSecond) {
        super(request);
        this.clock = clock;
        this.most = most;
        this.bytesPerSecond = bytesPerSecond;
    }

    @Override
    public void demand(Runnable available) {
        long begin = clock.nanos();
        super.demand(() -> {
            waited += clock.nanos() - begin;
            available.run();
        });
    }

    @Override
    public Content.@Nullable Chunk read() {
        if (refusal != null) {
            return refusal;
        }
        Content.Chunk chunk = super.read();
        if (chunk == null || Content.Chunk.isFailure(chunk)) {
            return chunk;
        }
        length += chunk.remaining();
        if (most >= 0 && length > most) {
            return refuse(chunk, 413);
        }
        return !chunk.isLast() && tooSlow() ? refuse(chunk, 408) : chunk;
    }

    private boolean tooSlow() {
        long free = Limits.RATE_GRACE.toNanos();
        return bytesPerSecond > 0
                && waited > free
                && length < TimeUnit.NANOSECONDS.toMillis(waited - free) * bytesPerSecond / 1_000;
    }

    private Content.Chunk refuse(Content.Chunk chunk, int status) {
        chunk.release();
        HttpException.RuntimeException cause = new HttpException.RuntimeException(status);
        super.fail(cause);
        refusal = Content.Chunk.from(cause, true);
        return refusal;
    }
}
