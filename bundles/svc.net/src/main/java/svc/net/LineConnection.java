package svc.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.IO;
import org.jspecify.annotations.Nullable;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.ConnectionService.Listener;

/** A connection as the session of a protocol sees it. {@link Conversation} drives it. */
final class LineConnection implements Connection {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 6;

    private final String id = newId();
    private final Network network;
    private final ConnectionService service;
    private final Listener listener;
    private final SocketChannel channel;
    private final InetSocketAddress local;
    private final AtomicBoolean started = new AtomicBoolean();
    private final Conversation conversation = new Conversation(this);
    private final Parking parking;
    private final ConnectionInput input = new ConnectionInput(this);
    private final ConnectionOutput output = new ConnectionOutput(this);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile InetSocketAddress peer;
    private volatile @Nullable EndPoint endPoint;
    private volatile @Nullable TlsLayer tls;
    private long readDeadline;

    LineConnection(Network network, ConnectionService service, Listener listener, SocketChannel channel)
            throws IOException {
        this.network = network;
        this.service = service;
        this.listener = listener;
        this.channel = channel;
        this.peer = (InetSocketAddress) channel.getRemoteAddress();
        this.local = (InetSocketAddress) channel.getLocalAddress();
        this.parking = new Parking(network.clock(), network.workers(), conversation);
    }

    private static String newId() {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** The connection as Jetty sees it, with or without TLS. Its end point calls back {@link Parking} instead. */
    private final class Link extends AbstractConnection {
        private Link(EndPoint endPoint) {
            super(endPoint, network.threads());
        }

        @Override
        public void onOpen() {
            super.onOpen();
            if (started.compareAndSet(false, true)) {
                parking.run();
            }
        }

        @Override
        public void onFillable() {
            throw new IllegalStateException("this connection registers a callback of its own");
        }
    }

    /** Begins the connection on a new end point. */
    org.eclipse.jetty.io.Connection begin(EndPoint opened) {
        endPoint = opened;
        return new Link(opened);
    }

    /** Ends the connection because the selector has refused it; then it never begins. */
    void fail() {
        if (started.compareAndSet(false, true)) {
            conversation.close();
        }
    }

    /** Replaces the end point by one with TLS; the handshake follows as the connection is read. */
    void beginTls() {
        EndPoint plain = endPoint();
        TlsLayer layer = network.tls().layer(network, plain);
        layer.getSslEndPoint().setConnection(new Link(layer.getSslEndPoint()));
        tls = layer;
        plain.upgrade(layer);
        endPoint = layer.getSslEndPoint();
    }

    SocketChannel channel() {
        return channel;
    }

    EndPoint endPoint() {
        EndPoint current = endPoint;
        if (current == null) {
            throw new IllegalStateException("the connection has not begun");
        }
        return current;
    }

    @Nullable
    TlsLayer tlsLayer() {
        return tls;
    }

    /** Returns whether the TLS handshake is complete. */
    boolean secured() {
        TlsLayer layer = tls;
        return layer != null && layer.established();
    }

    Network network() {
        return network;
    }

    ConnectionService service() {
        return service;
    }

    Listener acceptedBy() {
        return listener;
    }

    Parking parking() {
        return parking;
    }

    ConnectionInput input() {
        return input;
    }

    ConnectionOutput output() {
        return output;
    }

    /** Completes when the session has ended and the connection is closed. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    void peer(InetSocketAddress client) {
        peer = client;
    }

    long readDeadline() {
        return readDeadline;
    }

    @Override
    public InputStream in() {
        return input;
    }

    @Override
    public byte[] readLine(int limit) throws IOException {
        return input.readLine(limit);
    }

    @Override
    public void readWithin(Duration limit) {
        readDeadline = network.clock().nanos() + limit.toNanos();
    }

    @Override
    public OutputStream out() {
        return output;
    }

    @Override
    public void deflate() throws IOException {
        output.deflate();
        input.inflate();
    }

    @Override
    public void wake() {
        parking.wake();
    }

    @Override
    public void abort() {
        EndPoint current = endPoint;
        if (current != null) {
            current.close();
        } else {
            IO.close(channel);
        }
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public InetSocketAddress peer() {
        return peer;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    @Override
    public String listener() {
        return listener.name();
    }

    @Override
    public Optional<Tls> tls() {
        return Optional.ofNullable(tls).filter(TlsLayer::established).map(TlsLayer::parameters);
    }

    @Override
    public boolean canStartTls() {
        return tls == null && network.tls().available();
    }
}
