package svc.net;

import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/** What all connections share: the selector, the threads, the buffers, TLS, the limits, and the list of connections. */
final class Network implements SelectorManager.AcceptListener {

    private static final Logger LOG = LoggerFactory.getLogger(Network.class);

    /** The time that aborted sessions get to notice their end. */
    private static final Duration ABORT_TIME = Duration.ofSeconds(2);

    private final NetSettings settings;
    private final Clock clock;
    private final TlsIdentity tls;
    private final ConnectionLimits limits;
    private final ByteBufferPool buffers = new ArrayByteBufferPool();
    private final QueuedThreadPool threads = new QueuedThreadPool(8, 1);
    private final ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler("net-scheduler", true);
    private final Selectors selectors = new Selectors(threads, scheduler);
    private final Workers workers = new Workers();
    private final Map<SelectableChannel, LineConnection> connections = new ConcurrentHashMap<>();

    private Network(NetSettings settings, Clock clock, TlsIdentity tls, ConnectionLimits limits) {
        this.settings = settings;
        this.clock = clock;
        this.tls = tls;
        this.limits = limits;
        threads.setName("net");
        threads.setDaemon(true);
        selectors.addEventListener(this);
    }

    /** Starts the threads. */
    static Network start(NetSettings settings, Clock clock, TlsIdentity tls, ConnectionLimits limits) {
        Network network = new Network(settings, clock, tls, limits);
        try {
            network.threads.start();
            network.scheduler.start();
            network.selectors.start();
            return network;
        } catch (Exception e) { // the library method declares Exception
            network.close();
            throw new IllegalStateException("the selector cannot be started", e);
        }
    }

    /** Hands a connection that the limits have admitted to the selector. */
    void begin(LineConnection connection) {
        connections.put(connection.channel(), connection);
        try {
            selectors.accept(connection.channel(), connection);
        } catch (RuntimeException e) {
            connection.fail();
            throw e;
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        LineConnection connection = connections.get(channel);
        if (connection != null) {
            connection.fail();
        }
    }

    /** Removes a connection that has ended. */
    void closed(LineConnection connection) {
        if (connections.remove(connection.channel()) != null) {
            limits.release();
            connection.ended().complete(null);
        }
    }

    Collection<LineConnection> connections() {
        return connections.values();
    }

    /** Ends connections: those that wait for a command at once, the others when their command is complete. */
    void stop(Predicate<LineConnection> which) {
        selected(which).forEach(connection -> connection.parking().stop());
    }

    /** Waits until connections have ended. Aborts those that have not ended after {@code most}. */
    void await(Predicate<LineConnection> which, Duration most) {
        List<LineConnection> ending = selected(which);
        CompletableFuture<?> ended = CompletableFuture.allOf(
                ending.stream().map(LineConnection::ended).toArray(CompletableFuture[]::new));
        CompletableFuture<?> late = new CompletableFuture<>();
        Clock.Alarm alarm = clock.schedule(most, () -> late.complete(null));
        CompletableFuture.anyOf(ended, late).join();
        alarm.cancel();
        if (!ended.isDone()) {
            ending.forEach(LineConnection::abort);
            ended.copy()
                    .orTimeout(ABORT_TIME.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(timeout -> null)
                    .join();
        }
    }

    private List<LineConnection> selected(Predicate<LineConnection> which) {
        return connections.values().stream().filter(which).toList();
    }

    /** Ends all connections at once and stops the threads. */
    void close() {
        connections.values().forEach(LineConnection::abort);
        try {
            selectors.stop();
            scheduler.stop();
            threads.stop();
        } catch (Exception e) { // the library method declares Exception
            LOG.warn("The selector has failed to stop cleanly", e);
        }
        workers.close();
    }

    NetSettings settings() {
        return settings;
    }

    Clock clock() {
        return clock;
    }

    TlsIdentity tls() {
        return tls;
    }

    ConnectionLimits limits() {
        return limits;
    }

    ByteBufferPool buffers() {
        return buffers;
    }

    /** The threads of Jetty, which never run a session. */
    Executor threads() {
        return threads;
    }

    /** The threads of the sessions. */
    Workers workers() {
        return workers;
    }
}
