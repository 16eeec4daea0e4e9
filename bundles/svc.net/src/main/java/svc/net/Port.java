package svc.net;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.StartupException;
import svc.api.net.ListenAddress;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.ConnectionService.Ending;
import svc.api.net.connection.ConnectionService.Listener;
import svc.api.net.connection.OpenListeners.OpenListener;

/** One open listener. Its thread accepts connections; until {@link #accept} is called, clients wait. */
final class Port {

    private static final Logger LOG = LoggerFactory.getLogger(Port.class);
    private static final int BACKLOG = 512;
    private static final long WARN_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private final Network network;
    private final ConnectionService service;
    private final Listener listener;
    private final ServerSocketChannel channel;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private long warned;

    /**
     * Binds a listener.
     *
     * @throws StartupException if the address cannot be bound
     */
    Port(Network network, ConnectionService service, Listener listener) {
        this.network = network;
        this.service = service;
        this.listener = listener;
        this.channel = bound(listener);
        this.warned = network.clock().nanos() - WARN_EVERY_NANOS;
        this.thread = new Thread(this::run, "net-accept-" + listener.name());
        thread.setDaemon(true);
    }

    private static ServerSocketChannel bound(Listener listener) {
        try {
            ServerSocketChannel opened = ServerSocketChannel.open();
            try {
                opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                return opened.bind(listener.address().socketAddress(), BACKLOG);
            } catch (IOException | RuntimeException e) {
                opened.close();
                throw e;
            }
        } catch (IOException | UnresolvedAddressException e) {
            throw listener.address().bindFailure(listener.key(), e);
        }
    }

    /** Begins to accept connections. */
    void accept() {
        thread.start();
    }

    OpenListener open() {
        return new OpenListener(
                listener.name(),
                new ListenAddress(listener.address().host(), channel.socket().getLocalPort()),
                listener.implicitTls());
    }

    private void run() {
        while (closed.getCount() > 0) {
            try {
                admit(channel.accept());
            } catch (AsynchronousCloseException e) {
                return;
            } catch (IOException | RuntimeException e) {
                pause(e);
            }
        }
    }

    /** Waits before the next attempt: the failure, such as too many open files, would repeat at once. */
    private void pause(Exception failure) {
        long now = network.clock().nanos();
        if (closed.getCount() > 0 && now - warned >= WARN_EVERY_NANOS) {
            warned = now;
            LOG.warn("The listener {} cannot accept a connection: {}", listener.name(), failure.toString());
        }
        try {
            if (closed.await(100, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void admit(SocketChannel accepted) throws IOException {
        if (!network.limits().admit(service.protocol())) {
            refuse(accepted);
            return;
        }
        LineConnection connection;
        try {
            accepted.configureBlocking(false);
            accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection = new LineConnection(network, service, listener, accepted);
        } catch (IOException | RuntimeException e) {
            network.limits().release();
            accepted.close();
            throw e;
        }
        network.begin(connection);
    }

    /** Says the last words, which fit into the empty buffer of the connection. A client of implicit TLS expects none. */
    private void refuse(SocketChannel accepted) throws IOException {
        try (accepted) {
            if (!listener.implicitTls()) {
                String words = service.lastWords(Ending.TOO_MANY_CONNECTIONS);
                accepted.configureBlocking(false);
                accepted.write(ByteBuffer.wrap(words.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    /** Closes the listener; when the method returns, it accepts no further connection. */
    void close() {
        closed.countDown();
        try {
            channel.close();
            thread.join(1_000);
        } catch (IOException e) {
            LOG.warn("The listener {} cannot be closed: {}", listener.name(), e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
