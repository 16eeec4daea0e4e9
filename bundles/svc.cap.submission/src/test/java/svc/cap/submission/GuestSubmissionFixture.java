package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Bob shares one of his mailboxes with Ann and Eve, who send its emails in his name. */
abstract class GuestSubmissionFixture {

    static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    static final List<String> ALL = List.of(MailCalls.URN, MailCalls.SECOND, SendingCalls.URN);
    static final String READ_AND_SUBMIT = "'mayReadItems':true,'maySubmit':true";

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMail()
            .configured("svc.submission", Map.of("recipients.per.hour", 20, "recipients.per.day", 100))
            .providing(Capability.class, directory -> () -> PRINCIPALS);

    String domain = "";
    LocalSender bob = LocalSender.of(SERVER, "bob@guests.test");
    LocalMailUser ann = bob.user();
    LocalMailUser eve = bob.user();
    String shared = "";
    String open = "";
    String secret = "";

    @BeforeEach
    void shareOneOfTwoMailboxes(TestInfo info) {
        domain = "d" + Integer.toHexString(info.getDisplayName().hashCode()) + ".test";
        bob = LocalSender.of(SERVER, "bob@" + domain);
        ann = LocalMailUser.of(SERVER, "ann@" + domain);
        eve = LocalMailUser.of(SERVER, "eve@" + domain);
        shared = ann.who().sharedBy(bob.user().who());
        open = bob.user().newMailbox("Open");
        secret = bob.user().newMailbox("Secret");
        share(ann, READ_AND_SUBMIT);
    }

    void share(LocalMailUser guest, String rights) {
        JsonNode response = bob.user()
                .using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith/"
                                + guest.who().accountId() + "':" + (rights.isEmpty() ? "null" : "{" + rights + "}")
                                + "}}},'c']");
        assertThat(response.at("/0/1/updated").has(open))
                .as(response.toString())
                .isTrue();
    }

    JsonNode responses(LocalMailUser guest, String method, String arguments) {
        return guest.using(
                ALL, "['" + method + "',{'accountId':'" + shared + "'," + SendingCalls.escaped(arguments) + "},'c']");
    }

    JsonNode guest(LocalMailUser guest, String method, String arguments) {
        JsonNode response = responses(guest, method, arguments).path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    String mail(String mailbox, String subject) {
        JsonNode created = bob.user()
                .call(
                        "Email/set",
                        "'create':{'k':{'mailboxIds':{'" + mailbox + "':true},'from':[{'email':'"
                                + SendingCalls.escaped(bob.user().who().email()) + "'}],'to':[{'email':'"
                                + SendingCalls.escaped("cem@" + domain) + "'}],'subject':'" + subject + "'}}");
        return created.at("/created/k/id").asText();
    }

    JsonNode submit(LocalMailUser guest, String email, String more) {
        return guest(guest, "EmailSubmission/set", "'create':{'s':" + submission(email, more) + "}");
    }

    String submission(String email, String more) {
        return "{'identityId':'" + bob.identity() + "','emailId':'" + email + "'" + more + "}";
    }

    List<String> capabilities(LocalMailUser guest) {
        List<String> urns = new ArrayList<>();
        MailCalls.json(guest.who().session())
                .path("accounts")
                .path(shared)
                .path("accountCapabilities")
                .fieldNames()
                .forEachRemaining(urns::add);
        return urns;
    }

    String held() {
        return "{'mailFrom':{'email':'bob@" + domain + "','parameters':{'HOLDFOR':'3600'}},'rcptTo':[{'email':'cem@"
                + domain + "'}]}";
    }
}
