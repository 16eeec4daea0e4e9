package svc.push;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.push.EventFeed.Telling;
import svc.api.time.Clock;

/**
 * One stream of events on its way out. No thread waits for its client: what can be written is written when there is something
 * and the client takes it, one block at a time, and each block is made when it goes out.
 */
final class EventStream implements WriteListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    /** Middle boxes close what is silent, and of a client that is gone one learns only by writing. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A client that takes nothing for so long comes again when it can. */
    private static final Duration STALL = Duration.ofSeconds(60);

    private final Wish wish;
    private final Ground ground;
    private final Consumer<EventStream> gone;
    private volatile @Nullable Line line;
    private volatile boolean writable; // before that a write would wait
    private volatile boolean stopping;
    private volatile boolean probed;
    private volatile boolean alarmed;
    private Clock.@Nullable Alarm alarm;
    private boolean begun;
    private boolean done;
    private boolean unflushed;
    private boolean waiting;
    private long waitsSince;
    private long lastWrite;
    private long lastEvent;

    /** What all of them stand on. */
    record Ground(EventMeters meters, Clock clock) {}

    private record Line(AsyncContext context, ServletOutputStream out, Feed feed, Telling telling) {}

    EventStream(Wish wish, Ground ground, Consumer<EventStream> gone) {
        this.wish = wish;
        this.ground = ground;
        this.gone = gone;
        this.lastWrite = ground.clock().nanos();
        this.lastEvent = lastWrite;
    }

    /** Begins to write what there is to tell. */
    void begin(Feed feed, Telling telling, AsyncContext context, ServletOutputStream out) {
        line = new Line(context, out, feed, telling);
        context.setTimeout(0);
        context.addListener(this);
        out.setWriteListener(this);
    }

    /** There may be something to do. */
    void poke() {
        Line now = line;
        if (now != null) {
            now.feed().poke();
        }
    }

    /** Writes something, to learn whether the client is still there. */
    void probe() {
        probed = true;
        poke();
    }

    /** Ends, as far as the client lets it. */
    void stop() {
        stopping = true;
        poke();
    }

    /** Runs on a thread of the hub, never twice at once. */
    void work() {
        Line now = line;
        if (now == null || done) {
            return;
        }
        try {
            if (stopping) {
                finish(now);
            } else if (writable) {
                write(now);
                watch();
            }
        } catch (IOException e) {
            finish(now); // the client is gone
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A stream of events failed and is ended", e);
            finish(now);
        }
    }

    private void write(Line now) throws IOException {
        while (!done && now.out().isReady()) {
            waiting = false;
            if (unflushed) {
                unflushed = false;
                now.out().flush();
                continue;
            }
            Optional<byte[]> block = next(now);
            if (block.isEmpty()) {
                return;
            }
            now.out().write(block.get());
            unflushed = true;
            lastWrite = ground.clock().nanos();
        }
        if (!done && !waiting) {
            waiting = true;
            waitsSince = ground.clock().nanos();
        }
    }

    private Optional<byte[]> next(Line now) {
        long nanos = ground.clock().nanos();
        if (stopping) {
            return Optional.empty();
        } else if (!begun) {
            begun = true;
            return Optional.of(now.telling().begin());
        }
        Optional<byte[]> told =
                now.feed().over() ? Optional.empty() : now.telling().next();
        if (now.feed().over()) {
            finish(now);
        } else if (told.isPresent()) {
            ground.meters().events().increment();
            lastEvent = nanos;
            if (wish.once()) {
                stop();
            }
            return told;
        } else if (wish.ping().filter(ping -> passed(lastEvent, ping, nanos)).isPresent()) {
            lastEvent = nanos;
            return wish.ping().map(ping -> EventText.ping(ping.toSeconds()));
        } else if (probed || passed(lastWrite, SILENCE, nanos)) {
            probed = false;
            return Optional.of(EventText.comment());
        }
        return Optional.empty();
    }

    private static boolean passed(long since, Duration time, long now) {
        return now - since >= time.toNanos();
    }

    /** Looks after it again when the next moment comes at which something is due. */
    private void watch() {
        long nanos = ground.clock().nanos();
        if (waiting && passed(waitsSince, STALL, nanos)) {
            ground.meters().stalled().increment();
            stopping = true;
            poke();
        } else if (!done && !alarmed) {
            long due = waiting ? waitsSince + STALL.toNanos() : lastWrite + SILENCE.toNanos();
            long ping = wish.ping().map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
            long wait = Math.min(due - nanos, lastEvent + ping - nanos);
            alarmed = true;
            alarm = ground.clock().after(Duration.ofNanos(Math.max(wait, 0)), () -> {
                alarmed = false;
                poke();
            });
        }
    }

    private void finish(Line now) {
        done = true;
        Clock.Alarm last = alarm;
        if (last != null) {
            last.cancel();
        }
        now.telling().close();
        now.feed().close();
        gone.accept(this);
        try {
            now.context().complete();
        } catch (IllegalStateException e) {
            LOG.debug("A stream had ended already", e);
        }
    }

    @Override
    public void onWritePossible() {
        writable = true;
        poke();
    }

    @Override
    public void onError(Throwable failure) {
        stop();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        stop();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        stop();
    }

    @Override
    public void onError(AsyncEvent event) {
        stop();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
