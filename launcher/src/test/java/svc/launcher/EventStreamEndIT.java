package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The reasons that end an event stream or change its visible types. */
final class EventStreamEndIT {

    private static final Duration SHORT = Duration.ofMillis(800);

    @TempDir
    private static Path directory;

    private static SvcCommand svc;
    private static RunningServer server;
    private static int people;

    private SignedIn ann;

    @BeforeAll
    static void start() {
        Path home = TasksBundle.in(directory.resolve("home"));
        svc = TestClock.svc();
        server = svc.start(home).ready();
    }

    @BeforeEach
    void signIn() {
        ann = SignedIn.as(server, "ann" + people++ + "@example.org");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private void restart() {
        server.close();
        server = svc.start(directory.resolve("home")).ready();
        ann = SignedIn.again(server, ann.email());
    }

    private static void advance(Duration by) {
        assertThat(server.command("", "clock", "advance", by.toString()).exit()).isZero();
    }

    private static EventClient begun(SignedIn otherUser) {
        EventClient client = EventClient.of(otherUser, "");
        client.started();
        return client;
    }

    @Test
    @Covers("TICK-02")
    void streamEndsOnlyWithItsOwnSignIn() {
        SignedIn device = SignedIn.again(server, ann.email());
        try (EventClient ended = begun(device);
                EventClient stays = begun(ann)) {
            assertThat(device.post("/auth/logout", "").statusCode()).isEqualTo(204);
            String state = Tasks.create(ann);
            assertThat(ended.ends()).as("without a word of the change").isTrue();
            assertThat(stays.state(ann.accountId(), "Task")).isEqualTo(state);
        }
    }

    @Test
    void streamLastsAsLongAsTheNewestToken() {
        SignedIn idle = SignedIn.again(server, ann.email());
        try (EventClient ends = begun(idle);
                EventClient stays = begun(ann)) {
            advance(Duration.ofHours(23));
            HttpResponse<String> response = ann.post("/auth/refresh", "");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            ann = new SignedIn(
                    server,
                    ann.email(),
                    ann.accountId(),
                    SignedIn.json(response).path("accessToken").asText());
            advance(Duration.ofMinutes(59));
            String state = Tasks.create(ann);
            assertThat(ends.state(ann.accountId(), "Task")).isEqualTo(state);
            assertThat(stays.state(ann.accountId(), "Task")).isEqualTo(state);
            advance(Duration.ofMinutes(2));
            assertThat(ends.ends()).isTrue();
            state = Tasks.create(ann);
            assertThat(stays.state(ann.accountId(), "Task")).isEqualTo(state);
        }
    }

    @Test
    void streamEndsWithItsAccount() {
        try (EventClient client = begun(ann)) {
            assertThat(server.command("", "account", "disable", ann.accountId()).exit())
                    .isZero();
            assertThat(client.ends()).isTrue();
        }
    }

    @Test
    @Covers({"GEN-05", "PUSH-02"})
    void shutdownEndsStreamsAndMissedChangesAreSentLater() {
        String early;
        String late;
        String state;
        try (EventClient client = begun(ann)) {
            Tasks.create(ann);
            early = client.next().id();
            state = Tasks.create(ann);
            late = client.next().id();
            assertThat(server.terminate()).isZero();
            assertThat(client.ends()).as("as HTTP wants it").isTrue();
        }
        restart();
        try (EventClient all = EventClient.of(ann, "", "Last-Event-ID", late);
                EventClient some = EventClient.of(ann, "", "Last-Event-ID", early)) {
            assertThat(some.state(ann.accountId(), "Task")).isEqualTo(state);
            assertThat(all.poll(SHORT)).as("nothing was missed").isNull();
        }
        assertThat(Tasks.state(ann, ann.accountId())).isEqualTo(state);
    }

    @Test
    void streamFollowsRemovedAndAddedTypes() throws Exception {
        Path jar = directory.resolve("home/extensions/tasks.jar");
        String state = Tasks.create(ann);
        try (EventClient client = begun(ann)) {
            Files.delete(jar);
            server.await("gone", () -> !ann.get("/.well-known/jmap").body().contains(TasksBundle.URN));
            assertThat(ann.get("/jmap/eventsource/?types=Task").statusCode()).isEqualTo(400);
            String other = Tasks.other(ann);
            assertThat(client.next().json().path("changed").path(ann.accountId()))
                    .hasToString("{\"AppPassword\":\"" + other + "\"}");
            TasksBundle.jar().writeTo(jar);
            assertThat(client.state(ann.accountId(), "Task"))
                    .as("it may have changed while nobody was told")
                    .isEqualTo(state);
        }
    }

    @Test
    @Covers("TICK-10")
    void streamReportsOnlyTheOwnAccount() {
        MailUser guest = new MailUser(ann, BlobClient.of(ann));
        MailUser bob = MailUser.of(server, "bob@example.org");
        String open = bob.newMailbox("Open");
        bob.share(open, ann, "{'mayReadItems':true,'mayRename':true}");
        guest.state("Mailbox");
        String mailboxes = "?types=Mailbox&closeafter=no&ping=0";
        try (EventClient client = EventClient.of(ann, mailboxes);
                EventClient owner = EventClient.of(bob.who(), mailboxes)) {
            client.started();
            owner.started();
            bob.newMailbox("Another");
            owner.next();
            guest.guestOf(bob).call("Mailbox/set", "'update':{'" + open + "':{'name':'Renamed'}}");
            assertThat(owner.state(bob.who().accountId(), "Mailbox"))
                    .as("whoever changed it")
                    .isEqualTo(bob.state("Mailbox"));
            assertThat(client.poll(SHORT)).as("another's account").isNull();
            guest.newMailbox("Own");
            assertThat(client.next().json().path("changed"))
                    .hasToString("{\"" + ann.accountId() + "\":{\"Mailbox\":\"" + guest.state("Mailbox") + "\"}}");
        }
    }
}
