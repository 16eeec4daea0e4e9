package svc.http;

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
import svc.api.http.WebSocketEndpoint.Answer;
import svc.api.http.WebSocketEndpoint.Refuse;
import svc.api.time.Clock;

/** A WebSocket endpoint and its open channels. */
final class SocketRoute implements Route {

    private static final Logger LOG = LoggerFactory.getLogger(SocketRoute.class);
    private static final int GOING_AWAY = 1001;
    private static final int NEVER_OPEN = 1006;

    private final Declaration declaration;
    private final WebSocketEndpoint endpoint;
    private final ServerWebSocketContainer container;
    private final Clock clock;
    private final InFlight inFlight = new InFlight();
    private final Set<SocketChannel> channels = ConcurrentHashMap.newKeySet();

    SocketRoute(Declaration declaration, WebSocketEndpoint endpoint, ServerWebSocketContainer container, Clock clock) {
        this.declaration = declaration.withMethods(Set.of("GET"));
        this.endpoint = endpoint;
        this.container = container;
        this.clock = clock;
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public String kind() {
        return "websocket";
    }

    @Override
    public InFlight inFlight() {
        return inFlight;
    }

    @Override
    public void start() {
        // An endpoint has no life of its own before its first handshake.
    }

    @Override
    public void handle(Request request, Response response, Callback callback) {
        if (!container.upgrade(this::open, request, response, callback)) {
            response.getHeaders().put(HttpHeader.UPGRADE, "websocket").put(HttpHeader.CONNECTION, "Upgrade");
            Problem.write(request, response, callback, 426, "This is a WebSocket.");
        }
    }

    private @Nullable Object open(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        Answer answer;
        try {
            answer = endpoint.open(Handshakes.of(request));
        } catch (Throwable e) {
            // A bundle's code may throw anything, also an Error while it goes; the client gets a plain 500.
            Failures.logged(declaration, request.getMethod(), Correlation.of(request), e);
            answer = new Refuse(500);
        }
        if (answer instanceof Refuse refuse) {
            refuse(refuse, request, response, callback);
            return null;
        }
        return accept((Accept) answer, request, response, callback);
    }

    private @Nullable Object accept(
            Accept accept, ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        if (accept.subprotocol().filter(name -> !request.hasSubProtocol(name)).isPresent()) {
            LOG.warn("Bundle {} chose a WebSocket subprotocol that was not offered", declaration.bundle());
            accept.listener().closed(NEVER_OPEN, "the handshake failed");
            Problem.write(request, response, callback, 500);
            return null;
        }
        SocketChannel channel = new SocketChannel(accept, this::closed, channels::add, clock);
        if (!inFlight.enter(channel)) {
            channel.ended(NEVER_OPEN, "the route ends");
            Problem.write(request, response, callback, 404);
            return null;
        }
        inFlight.left();
        accept.subprotocol().ifPresent(response::setAcceptedSubProtocol);
        Request.addCompletionListener(request, failure -> {
            if (failure != null) {
                channel.ended(NEVER_OPEN, "the handshake failed");
            }
        });
        return channel;
    }

    private static void refuse(Refuse refuse, Request request, Response response, Callback callback) {
        refuse.headers().forEach(response.getHeaders()::put);
        if (refuse.problem().isPresent()) {
            Problem.write(response, callback, refuse.status(), refuse.problem().get());
        } else {
            Problem.write(request, response, callback, refuse.status());
        }
    }

    private void closed(SocketChannel channel) {
        channels.remove(channel);
        inFlight.completed(channel);
    }

    @Override
    public void end(Deadline deadline) {
        inFlight.close();
        channels.forEach(channel -> channel.close(GOING_AWAY, "the server ends this channel"));
        inFlight.awaitExchanges(deadline);
    }

    @Override
    public void stop() {
        inFlight.cutOff();
    }
}
