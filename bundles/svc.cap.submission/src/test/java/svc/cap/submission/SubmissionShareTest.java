package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** A caller sends in the name of another account only if both mail and submission are shared. */
final class SubmissionShareTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    private static final List<String> ALL = List.of(MailCalls.URN, MailCalls.SECOND, SendingCalls.URN);

    private static JsonNode at(LocalMailUser who, String shared, String method, String arguments) {
        return who.using(ALL, "['" + method + "',{'accountId':'" + shared + "'," + arguments + "},'c']")
                .path(0);
    }

    @Test
    @Covers(
            value = {"DOM-01", "ACC-03"},
            part = "submission")
    void sendingNeedsBothShares() {
        LocalSender owner = LocalSender.of(SERVER, "owner@share.test");
        LocalMailUser other = new LocalMailUser(SERVER.user("other@share.test"));
        String shared = "shared:" + owner.user().who().accountId();
        String email = owner.draft("other@share.test", "private");
        String create = "'create':{'s':{'identityId':'" + owner.identity() + "','emailId':'" + email
                + "','envelope':{'mailFrom':{'email':'owner\\u0040share.test'},'rcptTo':[{'email':'other\\u0040share.test'}]}}}";
        String send = "'send':{'s':{'identityId':'" + owner.identity() + "','emailId':'" + email + "'}}";
        SERVER.share(owner.user().who(), other.who(), SendingCalls.URN, Access.WRITE);
        JsonNode unseen = at(other, shared, "EmailSubmission/set", create);
        assertThat(unseen.at("/1/notCreated/s/properties/0").asText())
                .as(unseen.toString())
                .isEqualTo("emailId");
        SERVER.share(owner.user().who(), other.who(), MailCalls.URN, Access.WRITE);
        JsonNode sent = at(other, shared, "EmailSubmission/set", create);
        assertThat(sent.at("/1/created/s/id").isTextual()).as(sent.toString()).isTrue();
        new LocalSender(other, "").awaitInbox("private");
        LocalMailUser third = new LocalMailUser(SERVER.user("third@share.test"));
        SERVER.share(owner.user().who(), third.who(), MailCalls.URN, Access.WRITE);
        SERVER.share(owner.user().who(), third.who(), MailCalls.SECOND, Access.WRITE);
        JsonNode refused = at(third, shared, "Email/send", send);
        assertThat(refused.path(0).asText()).as(refused.toString()).isEqualTo("error");
        assertThat(refused.at("/1/type").asText()).isEqualTo("forbidden");
    }
}
