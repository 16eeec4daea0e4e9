package svc.http.server;

import jakarta.servlet.Servlet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.HttpServerInfo.Endpoint;
import svc.api.http.WebSocketEndpoint;
import svc.api.lifecycle.StartupException;
import svc.api.net.ListenAddress;
import svc.api.time.Clock;
import svc.api.tls.TlsCertificates;
import svc.http.config.RouteDeclaration;
import svc.http.config.ServerSettings;
import svc.http.handlers.CorrelationHandler;
import svc.http.handlers.EarlyResponseHandler;
import svc.http.handlers.ForwardedHeaderHandler;
import svc.http.handlers.HeaderSizeHandler;
import svc.http.handlers.ProblemHandler;
import svc.http.handlers.RateLimitFilter;
import svc.http.handlers.ReadinessHandler;
import svc.http.handlers.RequestMetrics;
import svc.http.handlers.SlowBodyHandler;
import svc.http.handlers.SlowHeaderMonitor;
import svc.http.routes.Deadline;
import svc.http.routes.Route;
import svc.http.routes.RouteHandler;
import svc.http.routes.RouteTable;
import svc.http.routes.Router;
import svc.http.routes.ServletRoute;
import svc.http.routes.WebSocketRoute;

/** The running Jetty server: creates its listeners, handlers and monitors, and closes them. */
public final class JettyServer {

    private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

    /** Size of the thread pool. Without virtual threads each busy request occupies one thread. */
    private static final int THREADS = 400;

    private static final int COMPRESS_FROM_BYTES = 512;

    private final ServerSettings settings;
    private final Clock clock;
    private final Server server;
    private final RouteTable routes;
    private final ReadinessHandler readiness;
    private final ServerWebSocketContainer sockets;
    private final TlsCertificates certificates;
    private final List<ServerConnector> connectors = new ArrayList<>();
    private final List<Endpoint> listeners = new ArrayList<>();
    private final ConnectionLimiter limiter;
    private final SlowHeaderMonitor slowHeads;
    private final IdleHttp2Sessions idleSessions;
    private final RequestMetrics metrics = new RequestMetrics();

    private JettyServer(
            ServerSettings settings,
            Clock clock,
            TlsCertificates certificates,
            RateLimitFilter rateLimitFilter,
            Supplier<List<String>> problems) {
        this.settings = settings;
        this.clock = clock;
        this.server = new Server(threads());
        this.routes = new RouteTable(clock);
        this.certificates = certificates;
        this.readiness = new ReadinessHandler(
                new Router(routes, settings, rateLimitFilter, metrics, compression(new RouteHandler())), problems);
        server.setErrorHandler(new ProblemHandler());
        Handler open = new ForwardedHeaderHandler(settings.trustedProxies(), readiness);
        Handler inner = new CorrelationHandler(new HeaderSizeHandler(settings.limits(), open));
        server.setHandler(new EarlyResponseHandler(new SlowBodyHandler(clock, settings.limits(), sparing(inner))));
        server.setStopTimeout(0);
        this.sockets = ServerWebSocketContainer.ensure(server);
        this.slowHeads = new SlowHeaderMonitor(clock, server);
        this.idleSessions =
                new IdleHttp2Sessions(clock, server, settings.limits().idle());
        this.limiter = new ConnectionLimiter(settings, rateLimitFilter::trusts, clock);
    }

    /**
     * Binds the ports. From then on, the server answers requests: with 503 until {@link #ready} is called.
     *
     * @param problems returns the reasons why requests cannot be served, for {@code /healthz/ready}
     * @throws StartupException if the server cannot start; in this case all ports are closed
     */
    public static JettyServer open(
            ServerSettings settings,
            Clock clock,
            TlsCertificates certificates,
            RateLimitFilter rateLimitFilter,
            Supplier<List<String>> problems) {
        try {
            return JettyClassLoader.within(() -> {
                JettyServer opened = new JettyServer(settings, clock, certificates, rateLimitFilter, problems);
                opened.start();
                return opened;
            });
        } catch (StartupException e) {
            throw e;
        } catch (Exception e) { // the library method declares Exception
            LOG.error("The HTTP server did not start", e);
            throw new StartupException("The HTTP server did not start.", "See the log for the error.");
        }
    }

    private void start() throws Exception {
        try {
            bind();
            server.start();
            slowHeads.start();
            idleSessions.start();
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    private void bind() {
        Connectors factory = new Connectors(server, settings.limits(), clock, limiter);
        add(factory.plain(RouteDeclaration.PUBLIC, "listen", settings.listen()), "http", settings.listen());
        settings.tls()
                .ifPresent(found -> add(factory.tls(RouteDeclaration.PUBLIC, found, certificates), "https", found));
        settings.admin()
                .ifPresent(found -> add(factory.plain(RouteDeclaration.ADMIN, "admin_bind", found), "http", found));
        settings.health()
                .ifPresent(found -> add(factory.plain(RouteDeclaration.HEALTH, "health_listen", found), "http", found));
    }

    private void add(ServerConnector connector, String scheme, ListenAddress address) {
        server.addConnector(connector);
        connectors.add(connector);
        listeners.add(new Endpoint(connector.getName(), scheme, address.host(), connector.getLocalPort()));
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool pool = new QueuedThreadPool(THREADS, 4);
        pool.setName("http");
        pool.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("http-virtual-"));
        return pool;
    }

    /**
     * Without virtual threads, delays a request until its body or the beginning of a long body has arrived, so that
     * slow clients do not occupy all threads. Requests with "Expect: 100-continue" are excluded: reading their body
     * would ask the client to send a body that the route may reject (RFC 9110 §10.1.1).
     */
    private static Handler sparing(Handler next) {
        if (VirtualThreads.areSupported()) {
            return next;
        }
        EagerContentHandler eager =
                new EagerContentHandler(next, new EagerContentHandler.RetainedContentLoaderFactory());
        eager.exclude(request -> request.getHeaders().contains(HttpHeader.EXPECT));
        return eager;
    }

    /** Compresses responses, except event streams, because the compressor would delay their events. */
    private static CompressionHandler compression(RouteHandler next) {
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

    public RouteTable routes() {
        return routes;
    }

    public List<Endpoint> listeners() {
        return List.copyOf(listeners);
    }

    public RequestMetrics metrics() {
        return metrics;
    }

    /** Returns the number of open connections. */
    public int connections() {
        return connectors.stream()
                .mapToInt(connector -> connector.getConnectedEndPoints().size())
                .sum();
    }

    /** Returns the connection counts of the public listeners. */
    public ConnectionLimiter.Usage connectionUsage() {
        return limiter.usage();
    }

    public void mount(Object key, RouteDeclaration declaration, Servlet servlet) {
        routes.mount(key, new ServletRoute(declaration, servlet, server));
    }

    public void mount(Object key, RouteDeclaration declaration, WebSocketEndpoint endpoint) {
        routes.mount(key, new WebSocketRoute(declaration, endpoint, sockets, clock));
    }

    public void ready() {
        readiness.open();
    }

    /**
     * Accepts no new connections and requests, asks streams and WebSocket channels to end, and waits until all
     * requests, streams and channels in progress have ended, but not longer than {@code most}.
     */
    public void drain(Duration most) {
        Deadline deadline = new Deadline(clock, most);
        readiness.drain();
        // Jetty's own shutdown of a connector is not used, because it would close kept-alive connections without a 503.
        connectors.forEach(ServerConnector::close);
        Collection<Route> all = List.copyOf(routes.all().values());
        // Each on its own thread: a slow request of one route must not delay the end of the streams of another.
        CompletableFuture<?>[] ends = all.stream()
                .map(route -> CompletableFuture.runAsync(
                        () -> route.end(deadline), task -> new Thread(task, "svc-http-drain").start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(ends).join();
        all.forEach(route -> route.inFlight().awaitExchanges(deadline));
    }

    public void close() {
        slowHeads.close();
        idleSessions.close();
        connectors.forEach(ServerConnector::close);
        try {
            server.stop();
        } catch (Exception e) { // the library method declares Exception
            LOG.warn("The HTTP server failed to stop cleanly", e);
        }
    }
}
