package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.PushClient.Subscribed;
import svc.testkit.Covers;
import svc.testkit.PushKeys;

/** Push subscriptions, from a client and a push service. */
final class WebPushIT {

    private static final String VAPID = "urn:ietf:params:jmap:webpush-vapid";
    private static final String CONTACT = "mailto:push@example.org";
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
                .start(
                        directory.resolve("home"),
                        "--set",
                        "push.allow_private_targets=true",
                        "--set",
                        "push.contact=\"" + CONTACT + "\"")
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
    void nothingIsSentBeforeVerification() {
        PushKeys keys = PushKeys.fresh();
        JsonNode created = client.create(PushClient.withKeys(client.draft("/p"), keys))
                .path("created")
                .path("k");
        String id = created.path("id").asText();
        PushService.Message message = service.next("/p");
        JsonNode verification = message.json(keys);
        assertThat(verification.path("@type").asText()).isEqualTo("PushVerification");
        assertThat(verification.path("pushSubscriptionId").asText()).isEqualTo(id);
        String code = verification.path("verificationCode").asText();
        assertThat(code).hasSizeGreaterThan(40);
        Tasks.create(ann);
        assertThat(service.poll("/p", SHORT)).as("before the code is shown").isNull();

        JsonNode wrong = client.update(id, PushClient.object().put("verificationCode", code + "x"));
        assertThat(wrong.path("notUpdated").path(id).path("type").asText()).isEqualTo("invalidProperties");
        assertThat(wrong.at("/notUpdated/" + id + "/properties/0").asText()).isEqualTo("verificationCode");
        assertThat(client.list().path(0).path("verificationCode").isNull()).isTrue();
        Tasks.create(ann);
        assertThat(service.poll("/p", SHORT)).as("after a wrong code").isNull();

        String state = Tasks.state(ann, ann.accountId());
        JsonNode right = client.update(id, PushClient.object().put("verificationCode", code));
        assertThat(right.path("updated").has(id)).isTrue();
        assertThat(client.told(new Subscribed(id, "/p", Optional.of(keys)), "Task"))
                .as("what changed meanwhile")
                .isEqualTo(state);
        assertThat(client.list().path(0).path("verificationCode").asText()).isEqualTo(code);
    }

    @Test
    @Covers("RFC-04")
    void changeIsSentEncryptedAndSignedWithTheStateOfGet() {
        String key = SignedIn.json(ann.get("/.well-known/jmap"))
                .path("capabilities")
                .path(VAPID)
                .path("applicationServerKey")
                .asText();
        Subscribed subscribed = client.subscribed("/p");
        SignedIn other = SignedIn.again(server, ann.email());
        long start = System.nanoTime();
        String state = Tasks.create(other);
        PushService.Message message = service.next("/p");
        System.out.printf("a push came %d ms after its change%n", TimeUnit.NANOSECONDS.toMillis(message.at() - start));
        assertThat(subscribed.open(message))
                .hasToString("{\"@type\":\"StateChange\",\"changed\":{\"" + ann.accountId() + "\":{\"Task\":\"" + state
                        + "\"}}}");
        assertThat(Tasks.state(ann, ann.accountId())).isEqualTo(state);
        assertThat(message.field("Content-Encoding")).isEqualTo("aes128gcm");
        assertThat(message.field("Content-Type")).isEqualTo("application/json");
        assertThat(Long.parseLong(message.field("TTL"))).isBetween(3_600L, 2_592_000L);
        assertThat(message.field("Urgency")).isEqualTo("normal");
        assertThat(message.field("Topic")).matches("[\\w-]{1,32}");
        JsonNode claims = message.claims(key);
        assertThat(claims.path("aud").asText()).isEqualTo(service.origin());
        assertThat(claims.path("sub").asText()).isEqualTo(CONTACT);
        assertThat(service.poll("/p", SHORT)).isNull();
    }

    @Test
    @Covers("RFC-04")
    void pushWithoutKeysIsPlainAndLimitedToTheRequestedTypes() {
        ObjectNode draft = client.draft("/types");
        draft.putArray("types").add("AppPassword");
        Subscribed some = client.subscribed("/types", draft, Optional.empty());
        Subscribed all = client.subscribed("/all", client.draft("/all"), Optional.empty());
        String task = Tasks.create(ann);
        assertThat(client.told(all, "Task")).isEqualTo(task);
        String other = Tasks.other(ann);
        JsonNode received = service.next("/types").json();
        assertThat(received.path("changed").path(ann.accountId())).hasToString("{\"AppPassword\":\"" + other + "\"}");
        assertThat(client.told(all, "AppPassword")).isEqualTo(other);
        ObjectNode patch = PushClient.object();
        patch.putArray("types").add("Task");
        assertThat(client.update(some.id(), patch)
                        .path("updated")
                        .path(some.id())
                        .isNull())
                .isTrue();
        Tasks.other(ann);
        task = Tasks.create(ann);
        assertThat(service.next("/types").json().path("changed").path(ann.accountId()))
                .hasToString("{\"Task\":\"" + task + "\"}");
    }

    @Test
    void changesAreCoalesced() {
        Subscribed subscribed = client.subscribed("/p");
        String state = "";
        for (int i = 0; i < 40; i++) {
            state = Tasks.create(ann);
        }
        int messages = 1;
        while (!client.told(subscribed, "Task").equals(state)) {
            messages++;
        }
        assertThat(messages).isLessThan(10);
        assertThat(service.poll("/p", SHORT)).isNull();
    }

    @Test
    @Covers("RFC-04")
    void onlyTheCreatingSignInSeesTheSubscription() {
        Subscribed subscribed = client.subscribed("/p");
        SignedIn other = SignedIn.again(server, ann.email());
        PushClient tablet = new PushClient(other, service);
        assertThat(tablet.list()).isEmpty();
        JsonNode asked = PushClient.call(
                other,
                "PushSubscription/get",
                PushClient.object().set("ids", PushClient.object().arrayNode().add(subscribed.id())));
        assertThat(asked.path(1)).hasToString("{\"list\":[],\"notFound\":[\"" + subscribed.id() + "\"]}");
        JsonNode update = tablet.update(subscribed.id(), PushClient.object());
        assertThat(update.path("notUpdated").path(subscribed.id()).path("type").asText())
                .isEqualTo("notFound");
        ObjectNode destroy = PushClient.object();
        destroy.putArray("destroy").add(subscribed.id());
        assertThat(PushClient.call(other, "PushSubscription/set", destroy)
                        .path(1)
                        .path("notDestroyed")
                        .path(subscribed.id())
                        .path("type")
                        .asText())
                .isEqualTo("notFound");

        JsonNode mine = client.list().path(0);
        assertThat(mine.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("id", "deviceClientId", "verificationCode", "expires", "types");
        for (String hidden : List.of("url", "keys")) {
            ObjectNode arguments = PushClient.object().putNull("ids");
            arguments.putArray("properties").add("id").add(hidden);
            assertThat(PushClient.call(ann, "PushSubscription/get", arguments))
                    .asString()
                    .startsWith("[\"error\",{\"type\":\"forbidden\"");
        }
        assertThat(PushClient.call(ann, "PushSubscription/set", destroy).path(1).path("destroyed"))
                .hasToString("[\"" + subscribed.id() + "\"]");
        assertThat(client.list()).isEmpty();
        Tasks.create(ann);
        assertThat(service.poll("/p", SHORT)).as("after its end").isNull();
    }

    @Test
    @Covers("RFC-04")
    void argumentsAndObjectsFollowRfc8620() {
        for (String method : List.of("PushSubscription/get", "PushSubscription/set")) {
            JsonNode error = PushClient.call(ann, method, PushClient.object().put("accountId", ann.accountId()));
            assertThat(error.path(1).path("type").asText()).isEqualTo("invalidArguments");
        }
        assertThat(PushClient.call(
                                ann, "PushSubscription/set", PushClient.object().put("ifInState", "s1-1"))
                        .path(1)
                        .path("type")
                        .asText())
                .isEqualTo("invalidArguments");
        JsonNode none = PushClient.call(ann, "PushSubscription/set", PushClient.object())
                .path(1);
        assertThat(none.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "created", "updated", "destroyed", "notCreated", "notUpdated", "notDestroyed");
        for (String property : List.of("url", "deviceClientId", "keys", "expires", "types", "verificationCode", "x")) {
            JsonNode refused = client.create(client.draft("/p").put(property, "\u0000"));
            assertThat(refused.at("/notCreated/k/type").asText()).as(property).isEqualTo("invalidProperties");
            assertThat(refused.at("/notCreated/k/properties")).hasToString("[\"" + property + "\"]");
        }
        ObjectNode chained = PushClient.object();
        chained.putObject("create").set("k", client.draft("/p"));
        chained.putObject("update").putObject("#k").putArray("types").add("Task");
        JsonNode set = PushClient.call(ann, "PushSubscription/set", chained).path(1);
        String id = set.at("/created/k/id").asText();
        assertThat(set.path("updated").has(id)).as(set.toString()).isTrue();
        assertThat(client.list().path(0).path("types")).hasToString("[\"Task\"]");
    }

    /** Asserts that no message to a push service has failed within the server. */
    private static void assertNoFailure() {
        assertThat(server.out() + server.err()).doesNotContain("A message to a push service failed");
    }

    @Test
    @Covers("RFC-04")
    void subscriptionExpires() {
        ObjectNode draft = client.draft("/p").put("expires", "2999-01-01T00:00:00Z");
        JsonNode created = client.create(draft).path("created").path("k");
        Instant capped = Instant.parse(created.path("expires").asText());
        assertThat(capped)
                .isAfter(Instant.now().plus(7, ChronoUnit.DAYS))
                .isBefore(Instant.parse("2998-01-01T00:00:00Z"));
        assertThat(service.next("/p").json().path("@type").asText()).isEqualTo("PushVerification");
        Subscribed subscribed = client.subscribed("/q");
        String soon = capped.minus(30, ChronoUnit.DAYS).plusSeconds(3_600).toString();
        JsonNode updated = client.update(subscribed.id(), PushClient.object().put("expires", soon));
        assertThat(updated.path("updated").path(subscribed.id()).isNull())
                .as(updated.toString())
                .isTrue();
        String state = Tasks.create(ann);
        assertThat(client.told(subscribed, "Task")).isEqualTo(state);
        advance(Duration.ofMinutes(61));
        assertThat(client.list()).hasSize(1);
        Tasks.create(ann);
        assertThat(service.poll("/q", SHORT)).isNull();
        assertNoFailure();
    }

    @Test
    @Covers("RFC-04")
    void subscriptionEndsWithItsSignIn() {
        SignedIn phone = SignedIn.again(server, ann.email());
        PushClient ofPhone = new PushClient(phone, service);
        Subscribed stays = client.subscribed("/stays");
        Subscribed ends = ofPhone.subscribed("/ends");
        SignedIn fresh = new SignedIn(
                server,
                phone.email(),
                phone.accountId(),
                SignedIn.json(phone.post("/auth/refresh", ""))
                        .path("accessToken")
                        .asText());
        String state = Tasks.create(ann);
        assertThat(ofPhone.told(ends, "Task")).as("after a refresh").isEqualTo(state);
        assertThat(client.told(stays, "Task")).isEqualTo(state);
        assertThat(new PushClient(fresh, service).list()).hasSize(1);
        assertThat(fresh.post("/auth/logout", "").statusCode()).isEqualTo(204);
        state = Tasks.create(ann);
        assertThat(client.told(stays, "Task")).isEqualTo(state);
        assertThat(service.poll("/ends", SHORT)).isNull();
        assertNoFailure();
        assertThat(server.command("", "account", "disable", ann.accountId()).exit())
                .isZero();
        server.command("", "app-password", "create", "--account", ann.email(), "--name", "x");
        assertThat(service.poll("/stays", SHORT)).isNull();
    }

    @Test
    @Covers("RFC-04")
    void subscriptionHasNoChangesOfOtherAccounts() {
        SignedIn bob = SignedIn.as(server, "bob" + people + "@example.org");
        SignedIn zoe = SignedIn.as(server, "zoe" + people + "@elsewhere.test");
        Subscribed subscribed = client.subscribed("/p");
        for (SignedIn other : List.of(bob, zoe)) {
            Tasks.create(other);
            Tasks.other(other);
        }
        assertThat(service.poll("/p", SHORT)).isNull();
        String state = Tasks.create(ann);
        assertThat(subscribed.open(service.next("/p")).path("changed"))
                .hasToString("{\"" + ann.accountId() + "\":{\"Task\":\"" + state + "\"}}");
    }
}
