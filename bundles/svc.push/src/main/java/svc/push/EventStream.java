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
import svc.api.push.EventStreamProvider.Session;
import svc.api.time.Clock;

/**
 * One open event stream. No thread waits for its client: when there is an event and the client accepts data, a block is
 * created and written.
 */
final class EventStream implements WriteListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    /**
     * The time without a write after which a comment is written. Proxies close idle connections, and only a write shows
     * that a client has disconnected.
     */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A client that reads nothing for this time is disconnected. The client can connect again. */
    private static final Duration STALL = Duration.ofSeconds(60);

    private final EventSourceParameters parameters;
    private final Dependencies dependencies;
    private final Consumer<EventStream> onClose;
    private volatile @Nullable Line line;
    private volatile boolean writable; // false if the next write would block
    private volatile boolean stopping;
    private volatile boolean probeRequested;
    private volatile boolean alarmSet;
    private Clock.@Nullable Alarm alarm;
    private boolean started;
    private boolean done;
    private boolean unflushed;
    private boolean waiting;
    private long waitsSince;
    private long lastWrite;
    private long lastEvent;

    /** The services that all streams share. */
    record Dependencies(EventStreamMetrics meters, Clock clock) {}

    private record Line(AsyncContext context, ServletOutputStream out, ChangeStream stream, Session writer) {}

    EventStream(EventSourceParameters parameters, Dependencies dependencies, Consumer<EventStream> onClose) {
        this.parameters = parameters;
        this.dependencies = dependencies;
        this.onClose = onClose;
        this.lastWrite = dependencies.clock().nanos();
        this.lastEvent = lastWrite;
    }

    /** Starts writing. */
    void begin(ChangeStream stream, Session writer, AsyncContext context, ServletOutputStream out) {
        line = new Line(context, out, stream, writer);
        context.setTimeout(0);
        context.addListener(this);
        out.setWriteListener(this);
    }

    /** Requests a run of {@link #work}. */
    void requestRun() {
        Line now = line;
        if (now != null) {
            now.stream().wake();
        }
    }

    /** Writes a comment, to detect whether the client is still connected. */
    void probe() {
        probeRequested = true;
        requestRun();
    }

    /** Ends the stream as soon as possible. */
    void stop() {
        stopping = true;
        requestRun();
    }

    /** Writes the data that is due. Runs on a thread of the hub, one run at a time. */
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
                scheduleNext();
            }
        } catch (IOException e) {
            finish(now); // the client has disconnected
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("An event stream failed and is closed", e);
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
            lastWrite = dependencies.clock().nanos();
        }
        if (!done && !waiting) {
            waiting = true;
            waitsSince = dependencies.clock().nanos();
        }
    }

    private Optional<byte[]> next(Line now) {
        long nanos = dependencies.clock().nanos();
        if (stopping) {
            return Optional.empty();
        } else if (!started) {
            started = true;
            return Optional.of(now.writer().firstBlock());
        }
        Optional<byte[]> stateEvent =
                now.stream().isExpired() ? Optional.empty() : now.writer().next();
        if (now.stream().isExpired()) {
            finish(now);
        } else if (stateEvent.isPresent()) {
            dependencies.meters().events().increment();
            lastEvent = nanos;
            if (parameters.once()) {
                stop();
            }
            return stateEvent;
        } else if (parameters
                .ping()
                .filter(ping -> hasPassed(lastEvent, ping, nanos))
                .isPresent()) {
            lastEvent = nanos;
            return parameters.ping().map(ping -> EventSourceFormat.ping(ping.toSeconds()));
        } else if (probeRequested || hasPassed(lastWrite, SILENCE, nanos)) {
            probeRequested = false;
            return Optional.of(EventSourceFormat.comment());
        }
        return Optional.empty();
    }

    private static boolean hasPassed(long since, Duration time, long now) {
        return now - since >= time.toNanos();
    }

    /** Sets an alarm for the next ping, comment or timeout. */
    private void scheduleNext() {
        long nanos = dependencies.clock().nanos();
        if (waiting && hasPassed(waitsSince, STALL, nanos)) {
            dependencies.meters().stalled().increment();
            stopping = true;
            requestRun();
        } else if (!done && !alarmSet) {
            long timeout = waiting ? waitsSince + STALL.toNanos() : lastWrite + SILENCE.toNanos();
            long ping = parameters.ping().map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
            long wait = Math.min(timeout - nanos, lastEvent + ping - nanos);
            alarmSet = true;
            alarm = dependencies.clock().schedule(Duration.ofNanos(Math.max(wait, 0)), () -> {
                alarmSet = false;
                requestRun();
            });
        }
    }

    private void finish(Line now) {
        done = true;
        Clock.Alarm last = alarm;
        if (last != null) {
            last.cancel();
        }
        now.writer().close();
        now.stream().close();
        onClose.accept(this);
        try {
            now.context().complete();
        } catch (IllegalStateException e) {
            LOG.debug("The stream was already closed", e);
        }
    }

    @Override
    public void onWritePossible() {
        writable = true;
        requestRun();
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
