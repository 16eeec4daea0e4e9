package svc.mail.out.send;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.time.Clock;

/**
 * The sessions with other mail servers: their number is limited, in all and for each host, and a session stays open for
 * a minute for the next message. Thread-safe.
 */
@Component(service = {SessionPool.class, MetricSource.class})
public final class SessionPool implements MetricSource {

    static final Duration IDLE = Duration.ofMinutes(1);
    static final int MOST_MESSAGES = 100;
    static final Duration WAIT = Duration.ofMinutes(2);
    static final Duration STOP = Duration.ofSeconds(30);

    /** The number of sessions that are ended at the same time: a host may reply to QUIT slowly. */
    private static final int CLOSING = 8;

    private final SendSettings settings;
    private final Clock clock;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> sessions = new HashMap<>();
    private final List<Idle> idle = new ArrayList<>();
    private final ExecutorService closing = closing();
    private int total;
    private boolean isStopped;

    @Activate
    public SessionPool(@Reference SendSettings settings, @Reference Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    private static ExecutorService closing() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                CLOSING,
                CLOSING,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Thread(task, "svc-mail-out-quit"));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * What sessions have in common that can be used for each other's messages.
     *
     * @param policy the domain, if its TLS policy has been verified for the session; empty for opportunistic TLS
     */
    record Key(String host, InetAddress address, int port, String policy) {}

    private record Idle(Key key, SmtpSession session, Clock.Alarm alarm) {}

    /** Opens a session. */
    @FunctionalInterface
    interface Opening {

        SmtpSession open(Connections connections) throws IOException;
    }

    /** Creates connections that are ended when the server stops. */
    @FunctionalInterface
    interface Connections {

        Connection create() throws HostException;
    }

    /**
     * Returns an idle session, or opens one. Waits if the host has as many sessions as are allowed. Give the session back
     * by {@link #giveBack}.
     */
    SmtpSession take(Key key, Opening opening) throws IOException {
        Optional<SmtpSession> session = reserve(key);
        while (session.isPresent() && !session.get().isAlive()) {
            session.get().close();
            release(key.host());
            session = reserve(key);
        }
        if (session.isPresent()) {
            return session.get();
        }
        boolean isOpen = false;
        try {
            SmtpSession opened = opening.open(this::connection);
            isOpen = true;
            return opened;
        } finally {
            if (!isOpen) {
                release(key.host());
            }
        }
    }

    private synchronized Connection connection() throws HostException {
        if (isStopped) {
            throw new HostException("this server is being stopped");
        }
        Connection created = new Connection(clock, open::remove);
        open.add(created);
        return created;
    }

    private synchronized Optional<SmtpSession> reserve(Key key) throws HostException {
        long end = clock.nanos() + WAIT.toNanos();
        Clock.Alarm alarm = clock.schedule(WAIT, this::wake);
        try {
            while (!isStopped && clock.nanos() < end) {
                Optional<Idle> same =
                        idle.stream().filter(one -> one.key().equals(key)).findFirst();
                if (same.isPresent()) {
                    remove(same.get());
                    return same.map(Idle::session);
                } else if (hasRoom(key.host())) {
                    sessions.merge(key.host(), 1, Integer::sum);
                    total++;
                    return Optional.empty();
                }
                evict(key.host());
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            alarm.cancel();
        }
        throw new HostException(isStopped ? "this server is being stopped" : "all connections to it are in use");
    }

    private boolean hasRoom(String host) {
        return total < settings.maxConnections() && sessions.getOrDefault(host, 0) < settings.maxConnectionsPerHost();
    }

    /** Begins to end the oldest idle session whose end makes room. */
    private void evict(String host) {
        boolean isHostFull = sessions.getOrDefault(host, 0) >= settings.maxConnectionsPerHost();
        idle.stream()
                .filter(one -> !isHostFull || one.key().host().equals(host))
                .findFirst()
                .ifPresent(one -> expire(one.session()));
    }

    private void remove(Idle one) {
        idle.remove(one);
        one.alarm().cancel();
    }

    private synchronized void expire(SmtpSession session) {
        idle.stream().filter(one -> one.session() == session).findFirst().ifPresent(one -> {
            remove(one);
            closing.execute(() -> end(one));
        });
    }

    /** Ends a session. Its connection counts until it is closed. */
    private void end(Idle one) {
        one.session().quit();
        release(one.key().host());
    }

    private synchronized void wake() {
        notifyAll();
    }

    private synchronized void release(String host) {
        sessions.computeIfPresent(host, (name, count) -> count == 1 ? null : count - 1);
        total--;
        notifyAll();
    }

    /** Keeps a session for the next message, unless it is closed or was used for many messages. */
    void giveBack(Key key, SmtpSession session) {
        boolean isUsable = !session.connection().isClosed() && session.count() < MOST_MESSAGES;
        if (!isUsable) {
            session.quit();
        }
        session.connection().rest();
        synchronized (this) {
            if (isUsable && !isStopped) {
                idle.add(new Idle(key, session, clock.schedule(IDLE, () -> expire(session))));
                notifyAll();
                return;
            }
        }
        session.close();
        release(key.host());
    }

    /** Ends all sessions. One whose server has a whole message gets half a minute for its reply. */
    @Deactivate
    public void stop() {
        synchronized (this) {
            isStopped = true;
            List.copyOf(idle).forEach(one -> expire(one.session()));
            notifyAll();
        }
        closing.shutdown();
        open.stream().filter(one -> !one.isDecisive()).forEach(one -> one.end("this server is being stopped"));
        long end = clock.nanos() + STOP.toNanos();
        synchronized (this) {
            try {
                while (open.stream().anyMatch(Connection::isDecisive) && clock.nanos() < end) {
                    wait(100);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        open.forEach(one -> one.end("this server is being stopped"));
    }

    @Override
    public void collect(MetricSink sink) {
        String help = "Connections to other mail servers";
        synchronized (this) {
            sink.gauge("out_connections", help, total - idle.size(), "state", "busy");
            sink.gauge("out_connections", help, idle.size(), "state", "idle");
        }
    }
}
