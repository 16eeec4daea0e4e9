package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.PushClient.Subscribed;
import svc.testkit.Covers;

/** Push subscriptions after a restart, and the URLs that they may have. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class WebPushLifeIT {

    private static final Duration SHORT = Duration.ofMillis(700);

    /** The address of the metadata service of cloud providers, which contains secrets. */
    private static final String METADATA = "169.254.169.254";

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static int people;

    private final PushService service = PushService.start();
    private SignedIn ann;

    @BeforeAll
    static void start() {
        TasksBundle.in(directory.resolve("home"));
        server = start("push.allow_private_targets=true");
    }

    @BeforeEach
    void signIn() {
        ann = SignedIn.as(server, "ann" + people++ + "@example.org");
    }

    private static RunningServer start(String setting) {
        return SvcCommand.svc()
                .start(directory.resolve("home"), "--set", setting, "--set", "auth.basic=true")
                .ready();
    }

    @AfterEach
    void close() {
        service.close();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private void restart(String setting) {
        server.close();
        server = start(setting);
        ann = new SignedIn(server, ann.email(), ann.accountId(), ann.token());
    }

    private PushClient client() {
        return new PushClient(ann, service);
    }

    private String key() {
        return SignedIn.json(ann.get("/.well-known/jmap"))
                .path("capabilities")
                .path("urn:ietf:params:jmap:webpush-vapid")
                .path("applicationServerKey")
                .asText();
    }

    @Test
    @Covers("RFC-04")
    void pendingChangesAreSentAfterARestart() {
        String key = key();
        Subscribed subscribed = client().subscribed("/p");
        service.answers(503);
        String state = Tasks.create(ann);
        service.next("/p");
        service.answersWell();
        server.kill();
        restart("push.allow_private_targets=true");
        assertThat(key()).isEqualTo(key);
        PushService.Message missed = service.next("/p");
        assertThat(missed.claims(key).path("aud").asText()).isEqualTo(service.origin());
        assertThat(subscribed
                        .open(missed)
                        .at("/changed/" + ann.accountId() + "/Task")
                        .asText())
                .isEqualTo(state);

        assertThat(server.terminate()).isZero();
        SvcCommand.Finished result = SvcCommand.svc()
                .in(directory.resolve("home"), "app-password", "create", "--account", ann.email(), "--name", "mail");
        assertThat(result.exit()).as(result.toString()).isZero();
        restart("push.allow_private_targets=true");
        assertThat(subscribed
                        .open(service.next("/p"))
                        .at("/changed/" + ann.accountId())
                        .fieldNames())
                .toIterable()
                .as("what changed while no server ran, and nothing that was sent before")
                .containsExactly("AppPassword");
    }

    /** The last test, because it restarts the server with another configuration. */
    @Test
    @Order(Integer.MAX_VALUE)
    @Covers("RFC-04")
    void privateNetworkEndpointsAreRejectedUnlessAllowed() {
        Subscribed before = client().subscribed("/p");
        restart("push.allow_private_targets=false");
        String port = service.origin().replaceFirst(".*:", "");
        for (String url : List.of(
                service.url("/p"),
                "https://127.0.0.1:" + port + "/p",
                "https://localhost:" + port + "/p",
                "https://[::1]:" + port + "/p",
                "https://[::ffff:127.0.0.1]:" + port + "/p",
                "https://2130706433:" + port + "/p",
                "https://10.0.0.1/p",
                "https://" + METADATA + "/latest/meta-data",
                "https://nobody.invalid/p")) {
            JsonNode refused = client().create(
                            PushClient.object().put("deviceClientId", "phone").put("url", url));
            assertThat(refused.at("/notCreated/k/type").asText()).as(url).isEqualTo("invalidProperties");
            assertThat(refused.at("/notCreated/k/properties")).hasToString("[\"url\"]");
            assertThat(refused.at("/notCreated/k/description").asText())
                    .contains(". ")
                    .doesNotContain(url);
        }
        Tasks.create(ann);
        assertThat(service.poll("/p", SHORT)).as("one that was made before").isNull();
        assertThat(client().list().path(0).path("id").asText()).isEqualTo(before.id());
    }

    private JsonNode basic(String secret, String using, String calls) {
        String credentials =
                Base64.getEncoder().encodeToString((ann.email() + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return SignedIn.json(server.send(
                "POST",
                server.url() + "/jmap",
                "{\"using\":[\"" + using + "\"],\"methodCalls\":[" + calls + "]}",
                "Authorization",
                "Basic " + credentials,
                "Content-Type",
                "application/json"));
    }

    @Test
    @Covers("RFC-04")
    void subscriptionOfAnAppPasswordEndsWithIt() {
        JsonNode password =
                Tasks.call(ann, ann.accountId(), "AppPassword/set", ",\"create\":{\"k\":{\"name\":\"phone\"}}");
        String secret = password.at("/created/k/password")
                .asText(password.at("/created/k/secret").asText());
        JsonNode created = basic(
                secret,
                "urn:ietf:params:jmap:core",
                "[\"PushSubscription/set\",{\"create\":{\"k\":" + client().draft("/app") + "}},\"c\"]");
        String id = created.at("/methodResponses/0/1/created/k/id").asText();
        assertThat(id).as(created.toString()).isNotEmpty();
        String code = service.next("/app").json().path("verificationCode").asText();
        JsonNode actual = basic(
                secret,
                "urn:ietf:params:jmap:core",
                "[\"PushSubscription/set\",{\"update\":{\"" + id + "\":{\"verificationCode\":\"" + code
                        + "\"}}},\"c\"]");
        assertThat(actual.at("/methodResponses/0/1/updated").has(id))
                .as(actual.toString())
                .isTrue();
        assertThat(client().list()).as("of the session").isEmpty();
        Subscribed app = new Subscribed(id, "/app", Optional.empty());
        String state = Tasks.create(ann);
        assertThat(client().told(app, "Task")).isEqualTo(state);
        JsonNode ended = Tasks.call(
                ann,
                ann.accountId(),
                "AppPassword/set",
                ",\"destroy\":[\"" + password.at("/created/k/id").asText() + "\"]");
        assertThat(ended.path("destroyed")).as(ended.toString()).hasSize(1);
        Tasks.create(ann);
        assertThat(service.poll("/app", SHORT)).isNull();
    }

    @Test
    @Covers(value = "ADM-10", part = "push subscriptions")
    void erasureRemovesSubscriptions() {
        client().subscribed("/p");
        String job = SignedIn.json(server.admin("DELETE", "/accounts/" + ann.accountId(), ""))
                .at("/job/id")
                .asText();
        server.await(
                "erased",
                () -> server.command("", "job", "show", job, "--json").out().contains("\"done\""));
        ByteScan scan = new ByteScan(server.home(), List.of(service.url("/p")));
        assertThat(scan.found()).isEmpty();
    }
}
