package svc.http.client;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;
import svc.api.net.PublicAddresses;
import svc.api.time.Clock;
import svc.http.server.JettyClassLoader;

/**
 * Sends requests with Jetty's client over HTTP/1.1. The tag of a Jetty request contains the checked addresses, which
 * the address resolver returns. Jetty starts with the first request.
 */
@Component(service = OutboundHttpClient.class)
public final class JettyHttpClient implements OutboundHttpClient {

    private static final Logger LOG = LoggerFactory.getLogger(JettyHttpClient.class);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration DESTINATION_KEPT = Duration.ofSeconds(30);
    private static final int HEADER_BYTES = 16 * 1_024;
    private static final int THREADS = 8;
    private static final int ADDRESSES = 3;

    private final TargetCheck targets;
    private final Clock clock;
    private final HttpClient jetty;

    @Activate
    public JettyHttpClient(@Reference Clock clock) {
        this(
                new TargetCheck(host -> List.of(InetAddress.getAllByName(host)), PublicAddresses::contains),
                new SslContextFactory.Client(),
                clock);
    }

    JettyHttpClient(TargetCheck targets, SslContextFactory.Client tls, Clock clock) {
        this.targets = targets;
        this.clock = clock;
        this.jetty = new HttpClient(new HttpClientTransportOverHTTP(connector(tls)));
        jetty.setSocketAddressResolver(JettyHttpClient::pinned);
        jetty.setFollowRedirects(false);
        jetty.setHttpCookieStore(new HttpCookieStore.Empty());
        jetty.setUserAgentField(null);
        jetty.setDefaultRequestContentType(null);
        jetty.setMaxResponseHeadersSize(HEADER_BYTES);
        jetty.setDestinationIdleTimeout(DESTINATION_KEPT.toMillis());
    }

    private static ClientConnector connector(SslContextFactory.Client tls) {
        // The names of the TLS handshake are left to the JDK, which sends no literal addresses (RFC 6066 §3).
        tls.setSNIProvider((engine, names) -> names);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("http-client");
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setSslContextFactory(tls);
        connector.setExecutor(threads);
        connector.setSelectors(1);
        connector.setConnectTimeout(CONNECT);
        return connector;
    }

    /** The addresses of a request. Jetty uses the name of the target in the TLS handshake and for the certificate. */
    private record Pinned(List<InetAddress> addresses) {}

    private static void pinned(
            String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        Destination destination = requireNonNull((Destination) context.get(Destination.CONTEXT_KEY));
        try {
            List<InetSocketAddress> found = new ArrayList<>();
            for (InetAddress address : ((Pinned) destination.getOrigin().getTag()).addresses()) {
                found.add(new InetSocketAddress(InetAddress.getByAddress(host, address.getAddress()), port));
            }
            promise.succeeded(found);
        } catch (UnknownHostException e) {
            promise.failed(e);
        }
    }

    @Override
    public void check(HttpTarget target, TargetRule rule) throws TargetRefusedException {
        targets.checkInTime(target, rule);
    }

    @Override
    public OutboundResponse send(OutboundRequest request) throws IOException {
        return sendTo(request, targets.addresses(request.target(), request.rule()));
    }

    @Override
    public OutboundResponse send(OutboundRequest request, List<InetAddress> addresses) throws IOException {
        return sendTo(request, targets.permitted(request.target(), request.rule(), addresses));
    }

    private OutboundResponse sendTo(OutboundRequest request, List<InetAddress> addresses) throws IOException {
        start();
        AtomicBoolean begun = new AtomicBoolean();
        Request exchange = exchange(request, addresses).onRequestHeaders(sent -> begun.set(true));
        Clock.Alarm alarm = clock.schedule(request.limits().duration(), () -> abort(exchange, "too slow"));
        Runnable end = () -> {
            alarm.cancel();
            abort(exchange, "closed");
        };
        InputStreamResponseListener listener = new InputStreamResponseListener();
        exchange.send(listener);
        try {
            Response response = listener.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            long limit = request.limits().bodyBytes();
            LimitedResponseBody body = new LimitedResponseBody(listener.getInputStream(), limit, end);
            return new OutboundResponse(response.getStatus(), fields(response), body);
        } catch (ExecutionException | TimeoutException e) {
            end.run();
            boolean received = begun.get() && !(e.getCause() instanceof SSLHandshakeException);
            throw received ? new IOException("No valid response arrived in time", e) : unreached(e);
        } catch (InterruptedException e) {
            end.run();
            Thread.currentThread().interrupt();
            throw new IOException("The request was interrupted", e);
        }
    }

    private Request exchange(OutboundRequest request, List<InetAddress> addresses) throws IOException {
        Request exchange = jetty.newRequest(request.target().toUri())
                .method(request.method())
                .tag(new Pinned(addresses.subList(0, Math.min(addresses.size(), ADDRESSES))))
                .idleTimeout(request.limits().silence().toMillis(), TimeUnit.MILLISECONDS)
                .headers(fields -> {
                    request.fields().forEach(fields::put);
                    fields.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
                });
        return request.body().length() == 0
                ? exchange
                : exchange.body(new StreamedContent(request.body(), jetty.getByteBufferPool()));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the response listener receives the failure
    private static void abort(Request exchange, String reason) {
        exchange.abort(new CancellationException(reason));
    }

    private static ConnectException unreached(Exception cause) {
        ConnectException unreached = new ConnectException("No connection was made");
        unreached.initCause(cause);
        return unreached;
    }

    private static Map<String, String> fields(Response response) {
        Map<String, String> fields = new HashMap<>();
        response.getHeaders().forEach(field -> fields.put(field.getLowerCaseName(), field.getValue()));
        return fields;
    }

    private void start() throws IOException {
        if (targets.isStopped()) {
            throw new ConnectException("The client is stopped");
        } else if (jetty.isStarted()) {
            return;
        }
        try {
            JettyClassLoader.within(() -> {
                jetty.start();
                jetty.getContentDecoderFactories().clear();
                return jetty;
            });
        } catch (Exception e) { // the library method declares Exception
            throw new ConnectException("The client did not start: " + e);
        }
    }

    /** Ends all exchanges. */
    @Deactivate
    public void stop() {
        targets.stop();
        try {
            jetty.stop();
        } catch (Exception e) { // the library method declares Exception
            LOG.warn("The HTTP client failed to stop cleanly", e);
        }
    }
}
