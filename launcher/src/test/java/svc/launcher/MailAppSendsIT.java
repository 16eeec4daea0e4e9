package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rs.ltt.jmap.common.entity.Email;
import rs.ltt.jmap.common.entity.EmailAddress;
import rs.ltt.jmap.common.entity.EmailBodyPart;
import rs.ltt.jmap.common.entity.EmailBodyValue;
import rs.ltt.jmap.common.entity.Identity;
import svc.launcher.log.Logging;
import svc.testkit.Covers;

/** A mail application of another author sends a message: the recipient is notified, and the sent message is filed. */
final class MailAppSendsIT {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        // The application logs every byte otherwise.
        Logging.early().apply("warn", "text");
        server = SharedServer.plain();
    }

    private static Email letter(String from, String to, String subject) {
        return Email.builder()
                .from(EmailAddress.builder().email(from).build())
                .to(EmailAddress.builder().email(to).build())
                .subject(subject)
                .bodyValue("0", EmailBodyValue.builder().value("Grüße").build())
                .textBody(EmailBodyPart.builder().partId("0").type("text/plain").build())
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers(value = "DOM-01", part = "submission")
    void sendsADraftAndTheRecipientIsNotified(boolean socket) throws Exception {
        MailUser ann = MailUser.of(server, "ann" + socket + "@send.test");
        MailUser bob = MailUser.of(server, "bob" + socket + "@send.test");
        Sender reader = Sender.of(bob);
        Identity own = Identity.builder().id(Sender.of(ann).identity()).build();
        try (MailApp app = MailApp.of(ann, socket, 50);
                MailApp other = MailApp.of(bob, socket, 50);
                EventClient events = EventClient.of(bob.who(), "?types=Email&closeafter=no&ping=0")) {
            app.catchUp();
            other.catchUp();
            MailApp.soon(app.mua().refreshIdentities());
            String sent = MailApp.soon(
                    app.mua().send(letter(ann.who().email(), bob.who().email(), "at once"), own));
            assertThat(events.state(bob.who().accountId(), "Email")).isNotEmpty();
            reader.awaitInbox("at once");
            other.catchUp();
            assertThat(other.emails("at once")).hasSize(1);
            other.assertAgrees();
            String draft = MailApp.soon(
                    app.mua().draft(letter(ann.who().email(), bob.who().email(), "a draft first")));
            app.catchUp();
            assertThat(MailApp.soon(app.mua().submit(app.emails("a draft first").get(0), own)))
                    .isTrue();
            reader.awaitInbox("a draft first", "at once");
            app.catchUp();
            for (String id : List.of(sent, draft)) {
                assertThat(ann.email(id, "keywords").path("keywords").has("$draft"))
                        .isFalse();
            }
            assertThat(Sender.of(ann).subjects("sent")).containsExactly("a draft first", "at once");
            assertThat(Sender.of(ann).subjects("drafts")).isEmpty();
            app.assertAgrees();
        }
    }
}
