package svc.cap.websocket;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Guard;
import svc.api.http.HttpRoute;
import svc.api.http.WebSocketEndpoint;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Admitted;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Authenticator.Refused;
import svc.api.identity.Caller;
import svc.api.identity.Door;
import svc.api.jmap.Jmap;
import svc.api.jmap.JmapLimits;
import svc.api.json.Json;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.push.Stream;
import svc.api.push.Streams;

/** Lets callers in who present themselves in the field {@code Authorization}, and nobody who does so in the URL. */
@Component(service = {WebSocketEndpoint.class, SocketDoor.class, MetricSource.class})
@HttpRoute(path = SocketCapability.PATH)
public final class SocketDoor implements WebSocketEndpoint, MetricSource {

    private static final String SUBPROTOCOL = "jmap";
    private static final int TOO_MANY = 429;
    private static final int BAD_REQUEST = 400;

    /** So much longer than a request may be that a client is told so; what is longer still ends the channel. */
    private static final int BEYOND = 1_048_576;

    private final Authenticator authenticator;
    private final Streams streams;
    private final JmapLimits limits;
    private final Json.Binding json;
    private final Conversation.Ground ground;

    /** Opens conversations with the engine. */
    @Activate
    public SocketDoor(
            @Reference Authenticator authenticator,
            @Reference Streams streams,
            @Reference Jmap jmap,
            @Reference JmapLimits limits,
            @Reference Guard guard,
            @Reference SocketFeeds feeds,
            @Reference Json json) {
        this.authenticator = authenticator;
        this.streams = streams;
        this.limits = limits;
        this.json = json.binding(Json.Names.EXACT);
        this.ground = new Conversation.Ground(jmap, guard, this.json, feeds, new Meters());
    }

    /** Nothing but that. */
    void isThere() {
        // Whoever refers to this service is there only as long as it is.
    }

    @Override
    public Answer open(Handshake handshake) {
        Authenticator.Answer answer = authenticator.authenticate(new Presented(
                "GET",
                handshake.origin() + handshake.path(),
                handshake.query(),
                handshake.header("authorization"),
                handshake.headers().getOrDefault("dpop", List.of()),
                Door.PLAIN,
                handshake.remoteAddress()));
        if (answer instanceof Refused refused) {
            return new Refuse(refused.status(), refused.headers(), Optional.of(json.text(refused.problem())));
        }
        if (!handshake.subprotocols().contains(SUBPROTOCOL)) {
            return refuse(
                    BAD_REQUEST,
                    Map.of(),
                    Map.of(
                            "type",
                            "about:blank",
                            "status",
                            BAD_REQUEST,
                            "detail",
                            "The socket speaks the subprotocol jmap. Offer it in Sec-WebSocket-Protocol."));
        }
        return begin(((Admitted) answer).caller());
    }

    private Answer begin(Caller caller) {
        Conversation conversation = new Conversation(caller, ground);
        Optional<Stream> stream = streams.open(caller, conversation::work);
        if (stream.isEmpty()) {
            return refuse(
                    TOO_MANY,
                    Map.of("Retry-After", "2"),
                    Map.of(
                            "type",
                            "urn:ietf:params:jmap:error:limit",
                            "status",
                            TOO_MANY,
                            "detail",
                            streams.most()
                                    + " streams of this account are open, and more are not opened at once. Close one"
                                    + " first.",
                            "limit",
                            "maxConcurrentStreams"));
        }
        conversation.begin(stream.get());
        return new Accept(Optional.of(SUBPROTOCOL), limits.maxSizeRequest() + BEYOND, conversation);
    }

    private Answer refuse(int status, Map<String, String> headers, Map<String, ? extends @Nullable Object> problem) {
        return new Refuse(status, headers, Optional.of(json.text(problem)));
    }

    @Override
    public void tell(MetricSink sink) {
        sink.gauge(
                "streams",
                "Streams of events and sockets that are open",
                (double) ground.meters().open().sum(),
                "transport",
                "socket");
        sink.counter(
                "socket_requests_total",
                "Requests that came over a socket",
                ground.meters().requests().sum());
    }
}
