package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.PushClient.Subscribed;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.MailCalls;

/** A guest receives the changes of a shared mailbox on all transports until the share is revoked. */
final class SharedPushIT {

    private static final Duration SHORT = Duration.ofMillis(1_500);

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> SvcCommand.svc()
            .start(
                    directory.resolve("home"),
                    "--set",
                    "push.shared_accounts=true",
                    "--set",
                    "push.allow_private_targets=true")
            .ready());

    private final MailUser ann = MailUser.of(SERVER.running(), "ann@sharedpush.test");
    private final MailUser bob = MailUser.of(SERVER.running(), "bob@sharedpush.test");
    private final String shared = "shared:" + bob.who().accountId();

    @Test
    @Covers(value = "PUSH-06", part = "shared accounts")
    void changesOfASharedMailboxAreSentUntilTheShareIsRevoked() {
        String open = bob.newMailbox("Open");
        String secret = bob.newMailbox("Secret");
        JsonNode mail = bring("first", open);
        bob.share(open, ann.who(), "{'mayReadItems':true}");
        awaitCalculatedChanges();
        try (PushService service = PushService.start();
                EventClient events = EventClient.of(ann.who(), "?types=Email&closeafter=no&ping=0");
                JmapSocket socket = JmapSocket.of(ann.who())) {
            events.started();
            socket.send("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[\"Email\"]}");
            PushClient client = new PushClient(ann.who(), service);
            ObjectNode draft = client.draft("/p");
            draft.putArray("types").add("Email");
            Subscribed subscribed = client.subscribed("/p", draft, Optional.empty());

            bring("second", open);
            String state = guest("Email/get", "'ids':[]").at("/1/state").asText();
            assertThat(state).isNotEmpty();
            assertThat(events.state(shared, "Email")).isEqualTo(state);
            assertThat(socket.next().at("/changed").path(shared).path("Email").asText())
                    .isEqualTo(state);
            JsonNode pushed = subscribed.open(service.next("/p"));
            assertThat(pushed.at("/changed").path(shared).path("Email").asText())
                    .isEqualTo(state);

            bring("hidden", secret);
            assertThat(events.poll(SHORT)).isNull();
            assertThat(guest("Email/get", "'ids':[]").at("/1/state").asText()).isEqualTo(state);

            bob.share(open, ann.who(), "null");
            bring("third", open);
            assertThat(events.poll(SHORT)).isNull();
            assertThat(socket.poll(Duration.ZERO)).isNull();
            assertThat(service.poll("/p", Duration.ZERO)).isNull();
            assertThat(guest("Email/get", "'ids':[]").at("/1/type").asText()).isEqualTo("accountNotFound");
            assertThat(ann.blobs()
                            .download(shared, mail.path("blobId").asText())
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    private JsonNode bring(String subject, String mailbox) {
        return bob.bring(MailCalls.letter(subject, "About " + subject, ""), mailbox, "");
    }

    private JsonNode guest(String method, String arguments) {
        return ann.using(
                        List.of(MailCalls.URN),
                        "['" + method + "',{'accountId':'" + shared + "'," + arguments + "},'c']")
                .path(0);
    }

    /** Waits until the server has prepared the mailbox that has just been shared. */
    private void awaitCalculatedChanges() {
        for (String type : List.of("Email", "Thread")) {
            Eventually.until("changes are calculated", () -> {
                String state = guest(type + "/get", "'ids':[]").at("/1/state").asText();
                return guest(type + "/changes", "'sinceState':'" + state + "'")
                        .at("/1")
                        .has("newState");
            });
        }
    }
}
