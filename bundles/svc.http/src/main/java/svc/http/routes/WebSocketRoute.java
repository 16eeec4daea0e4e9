package svc.http.routes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.WebSocketEndpoint;
import svc.api.http.WebSocketEndpoint.Accept;
import svc.api.http.WebSocketEndpoint.HandshakeResult;
import svc.api.http.WebSocketEndpoint.Reject;
import svc.api.time.Clock;
import svc.http.config.RouteDeclaration;
import svc.http.handlers.CorrelationHandler;
import svc.http.handlers.ProblemResponse;

/** A WebSocket endpoint and its open channels. */
public final class WebSocketRoute extends Route {

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketRoute.class);
    private static final int GOING_AWAY = 1001;
    private static final int NEVER_OPEN = 1006;

    private final WebSocketEndpoint endpoint;
    private final ServerWebSocketContainer container;
    private final Clock clock;
    private final Set<JettyWebSocketChannel> channels = ConcurrentHashMap.newKeySet();

    public WebSocketRoute(
            RouteDeclaration declaration, WebSocketEndpoint endpoint, ServerWebSocketContainer container, Clock clock) {
        super(declaration.withMethods(Set.of("GET")), "websocket");
        this.endpoint = endpoint;
        this.container = container;
        this.clock = clock;
    }

    @Override
    void start() {
        // An endpoint needs no initialization before its first handshake.
    }

    @Override
    void handle(Request request, Response response, Callback callback) {
        if (!container.upgrade(this::open, request, response, callback)) {
            response.getHeaders().put(HttpHeader.UPGRADE, "websocket").put(HttpHeader.CONNECTION, "Upgrade");
            ProblemResponse.write(request, response, callback, 426, "This path is a WebSocket endpoint.");
        }
    }

    private @Nullable Object open(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        HandshakeResult answer;
        try {
            answer = endpoint.open(HandshakeReader.of(request));
        } catch (Throwable e) {
            // An endpoint may throw anything, also an Error while its bundle stops; the client gets a 500 without
            // details.
            RouteErrors.logged(declaration(), request.getMethod(), CorrelationHandler.of(request), e);
            answer = new Reject(500);
        }
        if (answer instanceof Reject reject) {
            reject(reject, request, response, callback);
            return null;
        }
        return accept((Accept) answer, request, response, callback);
    }

    private @Nullable Object accept(
            Accept accept, ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        if (accept.subprotocol().filter(name -> !request.hasSubProtocol(name)).isPresent()) {
            LOG.warn(
                    "Bundle {} selected a WebSocket subprotocol that the client did not offer",
                    declaration().bundle());
            accept.listener().closed(NEVER_OPEN, "the handshake failed");
            ProblemResponse.write(request, response, callback, 500);
            return null;
        }
        JettyWebSocketChannel channel = new JettyWebSocketChannel(accept, this::closed, channels::add, clock);
        if (!inFlight().enter(channel)) {
            channel.ended(NEVER_OPEN, "the route was removed");
            ProblemResponse.write(request, response, callback, 404);
            return null;
        }
        inFlight().left();
        accept.subprotocol().ifPresent(response::setAcceptedSubProtocol);
        Request.addCompletionListener(request, failure -> {
            if (failure != null) {
                channel.ended(NEVER_OPEN, "the handshake failed");
            }
        });
        return channel;
    }

    private static void reject(Reject reject, Request request, Response response, Callback callback) {
        reject.headers().forEach(response.getHeaders()::put);
        if (reject.problem().isPresent()) {
            ProblemResponse.write(
                    response, callback, reject.status(), reject.problem().get());
        } else {
            ProblemResponse.write(request, response, callback, reject.status());
        }
    }

    private void closed(JettyWebSocketChannel channel) {
        channels.remove(channel);
        inFlight().completed(channel);
    }

    @Override
    public void end(Deadline deadline) {
        inFlight().close();
        channels.forEach(channel -> channel.close(GOING_AWAY, "the server closes this channel"));
        inFlight().awaitExchanges(deadline);
    }

    @Override
    void stop() {
        inFlight().cutOff();
    }
}
