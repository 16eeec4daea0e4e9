package svc.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;
import svc.api.net.IpNetwork;
import svc.http.AdvancingClock;

/** Clients that resolve names as the test says, and may not connect to {@link #FORBIDDEN}. */
abstract class JettyHttpClientFixture {

    static final String OK = "HTTP/1.1 201 Created\r\nLocation: /m\r\n\r\n";
    static final InetAddress FORBIDDEN = address("127.0.0.2");
    static final OutboundRequest.Limits LIMITS = new OutboundRequest.Limits(Duration.ofSeconds(15), 1_000);

    final AdvancingClock clock = new AdvancingClock();
    private final List<JettyHttpClient> clients = new ArrayList<>();
    final JettyHttpClient plain = client(host -> local(), new SslContextFactory.Client());

    final JettyHttpClient client(TargetCheck.Lookup names, SslContextFactory.Client tls) {
        JettyHttpClient client =
                new JettyHttpClient(new TargetCheck(names, address -> !address.equals(FORBIDDEN)), tls, clock);
        clients.add(client);
        return client;
    }

    @AfterEach
    final void stop() {
        clients.forEach(JettyHttpClient::stop);
        clock.close();
    }

    static OutboundRequest request(String url) {
        return new OutboundRequest(
                "POST",
                HttpTarget.parse(url).orElseThrow(),
                Map.of("TTL", "60"),
                "body".getBytes(UTF_8),
                url.startsWith("https") ? TargetRule.PUBLIC_HTTPS : TargetRule.ANY,
                LIMITS);
    }

    static InetAddress address(String literal) {
        return IpNetwork.address(literal).orElseThrow();
    }

    static List<InetAddress> local() {
        return List.of(address("127.0.0.1"));
    }

    /** A response whose body was read. */
    record Answer(int status, Optional<String> retry, String body) {}

    static Answer answer(JettyHttpClient client, String url) throws IOException {
        try (OutboundResponse response = client.send(request(url))) {
            return new Answer(
                    response.status(),
                    response.field("retry-after"),
                    new String(response.body().readAllBytes(), UTF_8));
        }
    }
}
