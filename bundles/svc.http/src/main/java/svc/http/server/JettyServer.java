package svc.http;

import jakarta.servlet.Servlet;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.boot.BootRefusal;
import svc.api.http.Listeners.Listener;
import svc.api.http.WebSocketEndpoint;
import svc.api.time.Clock;

/** The running server: it puts the parts together and owns their life. */
final class JettyServer {

    private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

    /** Where there are no virtual threads, each busy request has one of these to itself. */
    private static final int THREADS = 400;

    private static final int COMPRESS_FROM_BYTES = 512;

    private final Settings settings;
    private final Clock clock;
    private final Server server;
    private final RouteTable routes;
    private final ReadyGate gate;
    private final ServerWebSocketContainer sockets;
    private final Optional<TlsIdentity> tls;
    private final List<ServerConnector> connectors = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final SlowHeads slowHeads;
    private final Tally tally = new Tally();

    private JettyServer(Settings settings, Clock clock, Doorman doorman) {
        this.settings = settings;
        this.clock = clock;
        this.server = new Server(threads());
        this.routes = new RouteTable(clock);
        this.tls = settings.tls().map(found -> new TlsIdentity(found, clock));
        this.gate = new ReadyGate(new Router(routes, settings, doorman, tally, compression(new RouteCall())));
        server.setErrorHandler(new ProblemHandler());
        Handler open = new Forwarding(settings.trustedProxies(), gate);
        Handler inner = new Correlation(new LongHeads(settings.limits(), open));
        server.setHandler(new EarlyAnswer(new Pace(clock, settings.limits(), sparing(inner))));
        server.setStopTimeout(0);
        this.sockets = ServerWebSocketContainer.ensure(server);
        this.slowHeads = new SlowHeads(clock, server);
    }

    /**
     * Binds the ports and answers from then on, with the gate closed.
     *
     * @throws BootRefusal when that is not possible; nothing stays open then
     */
    static JettyServer open(Settings settings, Clock clock, Doorman doorman) {
        try {
            return UnionLoader.within(() -> {
                JettyServer opened = new JettyServer(settings, clock, doorman);
                opened.start();
                return opened;
            });
        } catch (BootRefusal e) {
            throw e;
        } catch (Exception e) { // the library's method declares no less
            LOG.error("The HTTP server did not start", e);
            throw new BootRefusal("The HTTP server did not start.", "See the log for the error.");
        }
    }

    private void start() throws Exception {
        try {
            tls.ifPresent(identity -> identity.load(settings.publicUrl().map(URI::getHost)));
            bind();
            server.start();
            slowHeads.start();
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    private void bind() {
        Connectors factory = new Connectors(server, settings.limits(), clock);
        add(factory.plain(Declaration.PUBLIC, "listen", settings.listen()), "http", settings.listen());
        settings.tls()
                .ifPresent(found -> add(
                        factory.tls(Declaration.PUBLIC, found.listen(), tls.orElseThrow()), "https", found.listen()));
        server.addBean(new NetworkConnectionLimit(
                settings.limits().connections(), connectors.toArray(new ServerConnector[0])));
        settings.admin().ifPresent(found -> add(factory.plain(Declaration.ADMIN, "admin_bind", found), "http", found));
    }

    private void add(ServerConnector connector, String scheme, ListenAddress address) {
        server.addConnector(connector);
        connectors.add(connector);
        listeners.add(new Listener(connector.getName(), scheme, address.host(), connector.getLocalPort()));
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool pool = new QueuedThreadPool(THREADS, 4);
        pool.setName("http");
        pool.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("http-virtual-"));
        return pool;
    }

    /**
     * Without virtual threads, a request gets its thread when a short body is there as a whole: clients that send slowly
     * must not hold all threads.
     */
    private static Handler sparing(Handler next) {
        return VirtualThreads.areSupported()
                ? next
                : new EagerContentHandler(next, new EagerContentHandler.RetainedContentLoaderFactory());
    }

    /** Answers only, and never a stream of events, which would wait in the compressor. */
    private static CompressionHandler compression(RouteCall next) {
        GzipCompression gzip = new GzipCompression();
        gzip.setMinCompressSize(COMPRESS_FROM_BYTES);
        CompressionHandler handler = new CompressionHandler(next);
        handler.putCompression(gzip);
        handler.putConfiguration(
                "/*",
                CompressionConfig.builder()
                        .defaults()
                        .decompressExcludeEncoding(gzip.getEncodingName())
                        .build());
        return handler;
    }

    RouteTable routes() {
        return routes;
    }

    List<Listener> listeners() {
        return List.copyOf(listeners);
    }

    Tally tally() {
        return tally;
    }

    /** How many connections are open. */
    int connections() {
        return connectors.stream()
                .mapToInt(connector -> connector.getConnectedEndPoints().size())
                .sum();
    }

    Optional<TlsIdentity> tls() {
        return tls;
    }

    void mount(Object key, Declaration declaration, Servlet servlet) {
        routes.mount(key, new ServletRoute(declaration, servlet, server));
    }

    void mount(Object key, Declaration declaration, WebSocketEndpoint endpoint) {
        routes.mount(key, new SocketRoute(declaration, endpoint, sockets, clock));
    }

    void ready() {
        gate.open();
    }

    /** Takes no new connection and no new request, and waits for those under way; streams and channels are told to end. */
    void drain(Duration most) {
        Deadline deadline = new Deadline(clock, most);
        gate.drain();
        // Not Jetty's own shutdown of a connector: it would close kept connections without the word that 503 is.
        connectors.forEach(ServerConnector::close);
        Collection<Route> all = List.copyOf(routes.all().values());
        all.stream()
                .sorted(java.util.Comparator.comparingInt(
                        route -> route.inFlight().calls()))
                .forEach(route -> route.end(deadline));
        all.forEach(route -> route.inFlight().awaitExchanges(deadline));
    }

    void close() {
        slowHeads.close();
        tls.ifPresent(TlsIdentity::close);
        connectors.forEach(ServerConnector::close);
        try {
            server.stop();
        } catch (Exception e) { // the library's method declares no less
            LOG.warn("The HTTP server failed while it stopped", e);
        }
    }
}
