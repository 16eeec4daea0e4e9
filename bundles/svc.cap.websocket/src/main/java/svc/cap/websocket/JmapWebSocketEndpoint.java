package svc.cap.websocket;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.http.ProblemDetails;
import svc.api.http.WebSocketEndpoint;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.JmapProcessor;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.json.Json;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.push.PushConnection;
import svc.api.push.PushConnections;
import svc.api.push.SharedStates;
import svc.api.ratelimit.RateLimiter;

/**
 * The WebSocket endpoint of JMAP (RFC 8887). It accepts credentials only in the field {@code Authorization}, not in the
 * URL.
 */
@Component(service = {WebSocketEndpoint.class, JmapWebSocketEndpoint.class, MetricSource.class})
@HttpRoute(path = WebSocketCapability.PATH)
public final class JmapWebSocketEndpoint implements WebSocketEndpoint, MetricSource {

    private static final String SUBPROTOCOL = "jmap";
    private static final int TOO_MANY = 429;
    private static final int BAD_REQUEST = 400;

    /**
     * A message that exceeds {@code maxSizeRequest} by at most this number of bytes gets an error response. A longer
     * message closes the socket.
     */
    private static final int BEYOND = 1_048_576;

    private final Authenticator authenticator;
    private final PushConnections streams;
    private final JmapLimits limits;
    private final Json.Binding json;
    private final WebSocketConnection.Dependencies dependencies;

    @Activate
    public JmapWebSocketEndpoint(
            @Reference Authenticator authenticator,
            @Reference PushConnections streams,
            @Reference JmapProcessor jmap,
            @Reference JmapLimits limits,
            @Reference RateLimiter rateLimiter,
            @Reference SocketFeeds feeds,
            @Reference ReadableTypes readableTypes,
            @Reference SharedStates shared,
            @Reference Json json) {
        this.authenticator = authenticator;
        this.streams = streams;
        this.limits = limits;
        this.json = json.binding(Json.Names.EXACT);
        this.dependencies = new WebSocketConnection.Dependencies(
                jmap, rateLimiter, this.json, feeds, readableTypes, shared, new WebSocketMetrics());
    }

    /** Does nothing. {@link WebSocketCapability} calls this method, so that its reference to the endpoint is used. */
    void isThere() {
        // The method can be empty: a component that refers to this service exists only while the service exists.
    }

    @Override
    public HandshakeResult open(Handshake handshake) {
        Authenticator.Result answer = authenticator.authenticate(new Credentials(
                "GET",
                handshake.origin() + handshake.path(),
                handshake.query(),
                handshake.header("authorization"),
                handshake.headers().getOrDefault("dpop", List.of()),
                QueryCredentials.NONE,
                handshake.remoteAddress()));
        if (answer instanceof Rejected refused) {
            return new Reject(refused.status(), refused.headers(), Optional.of(json.text(refused.problem())));
        }
        if (!handshake.subprotocols().contains(SUBPROTOCOL)) {
            return refuse(
                    Map.of(),
                    ProblemDetails.of(
                            BAD_REQUEST,
                            "The endpoint requires the subprotocol jmap. Offer it in Sec-WebSocket-Protocol."));
        }
        return begin(((Authenticated) answer).caller());
    }

    private HandshakeResult begin(Caller caller) {
        WebSocketConnection conversation = new WebSocketConnection(caller, dependencies);
        Optional<PushConnection> stream = streams.open(caller, conversation::drain);
        if (stream.isEmpty()) {
            return refuse(
                    Map.of("Retry-After", "2"),
                    ProblemDetails.exceeded(
                            TOO_MANY,
                            "maxConcurrentStreams",
                            streams.limitPerAccount()
                                    + " push connections of this account are open, which is the limit. Close one"
                                    + " first."));
        }
        conversation.begin(stream.get());
        return new Accept(Optional.of(SUBPROTOCOL), limits.maxSizeRequest() + BEYOND, conversation);
    }

    private HandshakeResult refuse(Map<String, String> headers, ProblemDetails problem) {
        return new Reject(problem.status(), headers, Optional.of(json.text(problem.members())));
    }

    @Override
    public void collect(MetricSink sink) {
        sink.gauge(
                "streams",
                "Number of open event streams and WebSocket connections.",
                (double) dependencies.meters().open().sum(),
                "transport",
                "socket");
        sink.counter(
                "socket_requests_total",
                "JMAP requests received over WebSocket.",
                dependencies.meters().requests().sum());
    }
}
