package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.PushClient.Subscribed;
import svc.testkit.Covers;
import svc.testkit.PushKeys;

/** Push services that fail, never respond or limit the rate, and clients that create too many subscriptions. */
final class WebPushTroubleIT {

    private static final Duration SHORT = Duration.ofMillis(700);

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static int people;

    private final PushService service = PushService.start();
    private SignedIn ann;
    private PushClient client;

    @BeforeAll
    static void start() {
        TasksBundle.in(directory.resolve("home"));
        server = TestClock.svc()
                .start(directory.resolve("home"), "--set", "push.allow_private_targets=true")
                .ready();
        assertThat(server.command("", "logs", "level", "debug").exit()).isZero();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Uses a new account for each test, because the creation rate of an account is limited. */
    @BeforeEach
    void signIn() {
        people++;
        ann = SignedIn.as(server, "ann" + people + "@example.org");
        client = new PushClient(ann, service);
        Tasks.create(ann);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private static void advance(Duration by) {
        assertThat(server.command("", "clock", "advance", by.toString()).exit()).isZero();
    }

    @Test
    @Covers("RFC-04")
    void goneResponseEndsTheSubscription() {
        Subscribed gone = client.subscribed("/p");
        service.answers(410);
        Tasks.create(ann);
        assertThat(gone.open(service.next("/p")).path("@type").asText()).isEqualTo("StateChange");
        server.await("dropped", () -> client.list().isEmpty());
        service.answersWell();
        Tasks.create(ann);
        assertThat(service.poll("/p", SHORT)).isNull();
    }

    @Test
    @Covers("RFC-04")
    void failingPushServiceIsRetriedWithTheCurrentState() {
        Subscribed subscribed = client.subscribed("/p");
        service.answers(503, "Retry-After", "600");
        Tasks.create(ann);
        service.next("/p");
        service.answersWell();
        String state = Tasks.create(ann);
        assertThat(service.poll("/p", SHORT)).isNull();
        advance(Duration.ofSeconds(590));
        assertThat(service.poll("/p", SHORT)).as("sooner than it wanted").isNull();
        advance(Duration.ofSeconds(320));
        assertThat(client.told(subscribed, "Task")).isEqualTo(state);
        assertThat(service.poll("/p", SHORT)).as("once").isNull();
    }

    @Test
    @Covers("RFC-04")
    void verificationCodeIsRetriedForALimitedTime() {
        service.answers(503);
        client.create(client.draft("/busy"));
        for (int i = 0; i < 3; i++) {
            assertThat(service.next("/busy").json().path("@type").asText()).isEqualTo("PushVerification");
            String failed = "{kind=\"verification\",result=\"failed\"} " + (i + 1);
            server.await("answered", () -> server.metrics().contains(failed));
            advance(Duration.ofMinutes(5));
        }
        advance(Duration.ofHours(2));
        assertThat(service.poll("/busy", SHORT)).as("a fourth time").isNull();
        service.answers(400);
        client.create(client.draft("/refused"));
        service.next("/refused");
        advance(Duration.ofHours(7));
        assertThat(service.poll("/refused", SHORT)).as("a second time").isNull();
    }

    @Test
    @Covers("RFC-04")
    void unresponsiveServiceDoesNotDelayOthers() throws IOException {
        int dead = closed();
        try (ServerSocket silent = new ServerSocket(0, 200, InetAddress.getByName("127.0.0.3"))) {
            SignedIn eve = SignedIn.as(server, "eve@example.org");
            PushClient hers = new PushClient(eve, service);
            for (int i = 0; i < 6; i++) {
                hers.create(PushClient.object()
                        .put("deviceClientId", "d" + i)
                        .put("url", "http://127.0.0.3:" + silent.getLocalPort() + "/" + i));
                client.create(PushClient.object()
                        .put("deviceClientId", "d" + i)
                        .put("url", "http://127.0.0.4:" + dead + "/" + i));
            }
            long start = System.nanoTime();
            Subscribed well = client.subscribed("/well");
            Subscribed ofEve = hers.subscribed("/eve");
            String state = Tasks.create(ann);
            assertThat(client.told(well, "Task")).isEqualTo(state);
            state = Tasks.create(eve);
            assertThat(hers.told(ofEve, "Task")).isEqualTo(state);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            System.out.printf("beside hosts that do not answer: %d ms for two subscriptions%n", took.toMillis());
            assertThat(took).isLessThan(Duration.ofSeconds(6));
        }
    }

    @Test
    @Covers("RFC-04")
    void subscriptionsPerAccountAndCreationRateAreLimited() {
        SignedIn other = SignedIn.again(server, ann.email());
        for (int i = 0; i < 20; i++) {
            SignedIn who = i % 2 == 0 ? ann : other;
            JsonNode set = new PushClient(who, service).create(client.draft("/p" + i));
            assertThat(set.path("created").has("k")).as(set.toString()).isTrue();
            if (i == 10) {
                advance(Duration.ofHours(1));
            }
        }
        JsonNode refused = client.create(client.draft("/p20"));
        assertThat(refused.at("/notCreated/k/type").asText()).isEqualTo("overQuota");
        for (int i = 0; i < 20; i++) {
            ObjectNode destroy = PushClient.object();
            destroy.putArray("destroy").add(client.list().path(0).path("id").asText());
            PushClient.call(ann, "PushSubscription/set", destroy);
            refused = client.create(client.draft("/again" + i));
            if (refused.has("notCreated") && !refused.path("notCreated").isNull()) {
                break;
            }
        }
        assertThat(refused.at("/notCreated/k/type").asText()).isEqualTo("rateLimit");
    }

    @Test
    @Covers("RFC-04")
    void urlsKeysAndCodesAreNotInLogsOrMetrics() throws IOException {
        PushKeys keys = PushKeys.fresh();
        String path = "/secret-path-" + people;
        client.subscribed(path, PushClient.withKeys(client.draft(path), keys), Optional.of(keys));
        service.answers(500);
        Tasks.create(ann);
        service.next(path);
        String code = client.list().path(0).path("verificationCode").asText();
        String metrics = server.metrics();
        assertThat(metrics)
                .contains(
                        "svc_push_subscriptions ",
                        "svc_push_messages_total{kind=\"state\",result=\"failed\"}",
                        "svc_push_message_seconds");
        assertThat(server.out() + server.err() + metrics).doesNotContain(path, keys.p256dh(), keys.auth(), code);
    }

    /** Returns a port without a listener. */
    private static int closed() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.4"))) {
            return socket.getLocalPort();
        }
    }
}
