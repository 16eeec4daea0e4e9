package svc.backup.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundRequest.Limits;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;

/** Limits of responses to commands that run without a server. */
final class JdkHttpClientTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final CountDownLatch ended = new CountDownLatch(1);
    private final TinyHttpServer server =
            new TinyHttpServer(request -> new TinyHttpServer.Response(200, Map.of("X-Name", "value"), 2_000, out -> {
                out.write(new byte[1_000]);
                out.flush();
                if (request.target().equals("/whole")) {
                    out.write(new byte[1_000]);
                } else {
                    await();
                }
            }));

    private void await() throws IOException {
        try {
            ended.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        ended.countDown();
        server.close();
    }

    private OutboundResponse response(String path, Limits limits) throws IOException {
        HttpTarget target =
                HttpTarget.parse("http://127.0.0.1:" + server.port() + path).orElseThrow();
        return new JdkHttpClient()
                .send(new OutboundRequest("GET", target, Map.of(), new byte[0], TargetRule.ANY, limits));
    }

    @Test
    void readsABodyWithinItsLimits() throws IOException {
        try (OutboundResponse response = response("/whole", new Limits(LONG, LONG, 2_000))) {
            assertThat(response.field("x-name")).hasValue("value");
            assertThat(response.body().read()).isZero();
            assertThat(response.body().readAllBytes()).hasSize(1_999);
        }
    }

    @Test
    void aSilentBodyEnds() throws IOException {
        try (OutboundResponse response = response("/", new Limits(LONG, Duration.ofMillis(100), 2_000))) {
            assertThat(response.body().readNBytes(1_000)).hasSize(1_000);
            assertThatThrownBy(() -> response.body().read()).isInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void aBodyEndsAfterTheDurationOfTheExchange() throws IOException {
        try (OutboundResponse response = response("/", new Limits(Duration.ofSeconds(1), LONG, 2_000))) {
            assertThatThrownBy(() -> response.body().readAllBytes()).isInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void aBodyThatIsTooLongFails() throws IOException {
        try (OutboundResponse response = response("/whole", new Limits(LONG, LONG, 1_999))) {
            assertThatThrownBy(() -> response.body().readAllBytes()).hasMessageContaining("more than 1999 bytes");
        }
    }
}
