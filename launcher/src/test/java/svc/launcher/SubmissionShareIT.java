package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A caller sends in the name of another account only if both mail and submission are shared. */
final class SubmissionShareIT {

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.in(() -> WhoAmIBundle.in(directory.resolve("home")));

    private static final List<String> ALL = List.of(MailUser.URN, MailUser.SECOND, Sender.URN);

    private static JsonNode at(MailUser who, String shared, String method, String arguments) {
        return who.using(ALL, "['" + method + "',{'accountId':'" + shared + "'," + arguments + "},'c']")
                .path(0);
    }

    @Test
    @Covers(
            value = {"DOM-01", "ACC-03"},
            part = "submission")
    void sendingNeedsBothShares() {
        Sender owner = Sender.of(SERVER.running(), "owner@share.test");
        MailUser other = MailUser.of(SERVER.running(), "other@share.test");
        String shared = "shared:" + owner.user().who().accountId();
        String email = owner.draft("other@share.test", "private");
        String create = "'create':{'s':{'identityId':'" + owner.identity() + "','emailId':'" + email
                + "','envelope':{'mailFrom':{'email':'owner\\u0040share.test'},'rcptTo':[{'email':'other\\u0040share.test'}]}}}";
        String send = "'send':{'s':{'identityId':'" + owner.identity() + "','emailId':'" + email + "'}}";
        SharedAccountIT.share(owner.user().who(), other.who(), Sender.URN, "WRITE");
        JsonNode unseen = at(other, shared, "EmailSubmission/set", create);
        assertThat(unseen.at("/1/notCreated/s/properties/0").asText())
                .as(unseen.toString())
                .isEqualTo("emailId");
        SharedAccountIT.share(owner.user().who(), other.who(), MailUser.URN, "WRITE");
        JsonNode sent = at(other, shared, "EmailSubmission/set", create);
        assertThat(sent.at("/1/created/s/id").isTextual()).as(sent.toString()).isTrue();
        Sender.of(other).awaitInbox("private");
        MailUser third = MailUser.of(SERVER.running(), "third@share.test");
        SharedAccountIT.share(owner.user().who(), third.who(), MailUser.URN, "WRITE");
        SharedAccountIT.share(owner.user().who(), third.who(), MailUser.SECOND, "WRITE");
        JsonNode refused = at(third, shared, "Email/send", send);
        assertThat(refused.path(0).asText()).as(refused.toString()).isEqualTo("error");
        assertThat(refused.at("/1/type").asText()).isEqualTo("forbidden");
    }
}
