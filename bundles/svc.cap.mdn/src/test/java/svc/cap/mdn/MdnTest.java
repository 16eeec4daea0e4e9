package svc.cap.mdn;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mdn.MdnClient.MANUALLY;
import static svc.cap.mdn.MdnClient.MARKED;
import static svc.cap.mdn.MdnClient.asked;
import static svc.cap.mdn.MdnClient.awaited;
import static svc.cap.mdn.MdnClient.parse;
import static svc.cap.mdn.MdnClient.send;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.api.operation.OperationGroup;
import svc.api.operation.PageRequest;
import svc.delivery.queue.QueueOperations;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Message disposition notifications are requested, sent and read over HTTP (RFC 9007). */
final class MdnTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail("svc.cap.mdn");

    private static LocalSender sender(String email) {
        return LocalSender.of(SERVER, email);
    }

    @Test
    @Covers({"DOM-05", "RFC9007 §1.3", "RFC9007 §2", "RFC9007 §2.1", "RFC9007 §2.2"})
    void requesterReceivesTheMdn() {
        LocalSender ann = sender("ann@told.test");
        LocalSender bob = sender("bob@told.test");
        String email = asked(ann, bob, "plans", "'messageId':['plans-1@told.test'],");
        JsonNode response = send(
                bob,
                "@",
                email,
                MANUALLY
                        + ",'textBody':'I have seen it.','reportingUA':'pc.told.test; Reader 1','extensionFields':{'X-Pc':'one'}",
                MARKED);
        assertThat(response.at("/0/0").asText()).as(response.toString()).isEqualTo("MDN/send");
        JsonNode sent = response.at("/0/1/sent/k");
        assertThat(sent.path("finalRecipient").asText()).isEqualTo("rfc822; bob@told.test");
        assertThat(sent.path("originalMessageId").asText()).isEqualTo("<plans-1@told.test>");
        assertThat(sent.path("subject").asText()).isEqualTo("Displayed: plans");
        assertThat(sent.path("includeOriginalMessage").asBoolean(true)).isFalse();
        assertThat(sent.has("textBody")).as("the client's own").isFalse();
        assertThat(response.at("/0/1/notSent").isNull()).isTrue();
        assertThat(response.at("/1/0").asText()).isEqualTo("Email/set");
        assertThat(response.at("/1/2").asText()).isEqualTo("c");
        assertThat(response.at("/1/1/updated").has(email))
                .as(response.toString())
                .isTrue();
        assertThat(bob.user().email(email, "keywords").at("/keywords/$mdnsent").asBoolean())
                .isTrue();

        String receipt = awaited(ann, "Displayed");
        JsonNode received = ann.user().email(receipt, "blobId", "from", "to", "header:Return-Path", "bodyStructure");
        assertThat(received.at("/from/0/email").asText()).isEqualTo("bob@told.test");
        assertThat(received.at("/to/0/email").asText()).isEqualTo("ann@told.test");
        assertThat(received.path("header:Return-Path").asText().strip()).isEqualTo("<>");
        assertThat(received.at("/bodyStructure/type").asText()).isEqualTo("multipart/report");
        assertThat(received.at("/bodyStructure/subParts").findValuesAsText("type"))
                .containsExactly("text/plain", "message/disposition-notification");
        String blob = received.path("blobId").asText();
        JsonNode mdn = parse(ann, blob).path("parsed").path(blob);
        assertThat(mdn.path("forEmailId").asText())
                .isEqualTo(ann.user()
                        .call("Email/query", "'filter':{'header':['Message-ID','plans-1']}")
                        .at("/ids/0")
                        .asText());
        assertThat(mdn.path("textBody").asText()).startsWith("I have seen it.");
        assertThat(mdn.path("reportingUA").asText()).isEqualTo("pc.told.test; Reader 1");
        assertThat(mdn.path("disposition").toString())
                .isEqualTo(
                        "{\"actionMode\":\"manual-action\",\"sendingMode\":\"mdn-sent-manually\",\"type\":\"displayed\"}");
        assertThat(mdn.path("finalRecipient").asText()).isEqualTo("rfc822; bob@told.test");
        assertThat(mdn.path("originalMessageId").asText()).isEqualTo("<plans-1@told.test>");
        assertThat(mdn.path("extensionFields").toString()).isEqualTo("{\"X-Pc\":\"one\"}");
        assertThat(mdn.path("includeOriginalMessage").asBoolean(true)).isFalse();
        assertThat(mdn.path("error").isNull()).isTrue();
    }

    @Test
    @Covers({"DOM-05", "RFC9007 §2.1", "RFC9007 §4.2"})
    void mdnIsSentOnce() {
        LocalSender ann = sender("ann@once.test");
        LocalSender bob = sender("bob@once.test");
        String email = asked(ann, bob, "once", "");
        JsonNode twice = bob.user()
                .using(
                        List.of(MailCalls.URN, MdnClient.URN),
                        "['MDN/send',{'accountId':'@','identityId':'" + bob.identity() + "','send':{'k':{'forEmailId':'"
                                + email + "'," + MANUALLY + "},'l':{'forEmailId':'" + email + "'," + MANUALLY
                                + "}},'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true},'#l':{'keywords':{'$mdnsent':true}}}},'c']");
        assertThat(twice.at("/0/1/sent").has("k")).as(twice.toString()).isTrue();
        assertThat(twice.at("/0/1/notSent/l/type").asText()).isEqualTo("mdnAlreadySent");
        JsonNode again = send(bob, email, MANUALLY);
        assertThat(again.at("/notSent/k/type").asText()).isEqualTo("mdnAlreadySent");
        assertThat(again.path("sent").isNull()).isTrue();
        ann.awaitInbox("Displayed: once");
    }

    @Test
    @Covers("RFC9007 §2")
    void originalMessageIsIncludedOnRequest() {
        LocalSender ann = sender("ann@along.test");
        LocalSender bob = sender("bob@along.test");
        String email = asked(ann, bob, "along", "");
        JsonNode sent = send(bob, email, MANUALLY + ",'includeOriginalMessage':true,'subject':'Seen: \u00fcber'");
        assertThat(sent.path("sent").has("k")).as(sent.toString()).isTrue();
        String blob =
                ann.user().email(awaited(ann, "Seen"), "blobId").path("blobId").asText();
        JsonNode mdn = parse(ann, blob).path("parsed").path(blob);
        assertThat(mdn.path("includeOriginalMessage").asBoolean()).isTrue();
        assertThat(mdn.path("subject").asText()).isEqualTo("Seen: \u00fcber");
        assertThat(mdn.path("textBody").asText()).contains("along").contains("bob@along.test");
    }

    @Test
    @Covers({"RFC8621 §7", "DOM-05"})
    void submissionReportsReceivedMdns() {
        LocalSender ann = sender("ann@lists.test");
        LocalSender bob = sender("bob@lists.test");
        String email = asked(ann, bob, "lists", "'messageId':['lists-1@lists.test'],");
        String id =
                ann.call("EmailSubmission/query", "'filter':{}").at("/ids/0").asText();
        ann.awaitStatus(id, "bob@lists.test", "yes");
        assertThat(ann.status(id, "bob@lists.test").path("displayed").asText()).isEqualTo("unknown");
        String state = ann.call("EmailSubmission/get", "'ids':[]").path("state").asText();
        assertThat(send(bob, email, MANUALLY).path("sent").has("k")).isTrue();
        String receipt = awaited(ann, "Displayed");
        String blob = ann.user().email(receipt, "blobId").path("blobId").asText();
        JsonNode received = ann.submission(id);
        assertThat(MailCalls.texts(received.path("mdnBlobIds"))).containsExactly(blob);
        assertThat(received.at("/deliveryStatus/bob@lists.test/displayed").asText())
                .isEqualTo("yes");
        assertThat(MailCalls.texts(ann.call("EmailSubmission/changes", "'sinceState':'" + state + "'")
                        .path("updated")))
                .containsExactly(id);
        ann.user().call("Email/set", "'destroy':['" + receipt + "']");
        assertThat(parse(ann, blob).path("parsed").has(blob)).as("still held").isTrue();
        String eve = ann.send("bob@lists.test", "without a receipt");
        ann.awaitStatus(eve, "bob@lists.test", "yes");
        assertThat(ann.submission(eve).path("mdnBlobIds")).isEmpty();
        assertThat(MailCalls.texts(ann.call("EmailSubmission/set", "'destroy':['" + id + "']")
                        .path("destroyed")))
                .containsExactly(id);
    }

    @Test
    @Covers(value = "RFC9007 §2.1", part = "who may")
    void writeAccessWithoutSendRightSendsNoMdn() {
        LocalSender ann = sender("ann@shares.test");
        LocalSender owner = sender("owner@shares.test");
        LocalSender guest = sender("guest@shares.test");
        String email = asked(ann, owner, "shared", "");
        String shared = "shared:" + owner.user().who().accountId();
        LocalSender asGuest = new LocalSender(guest.user(), owner.identity());
        SERVER.share(owner.user().who(), guest.user().who(), MailCalls.URN, Access.WRITE);
        JsonNode refused = send(asGuest, shared, email, MANUALLY, MARKED);
        assertThat(refused.at("/0/1/notSent/k/type").asText())
                .as(refused.toString())
                .isEqualTo("forbidden");
        SERVER.share(owner.user().who(), guest.user().who(), SendingCalls.URN, Access.WRITE);
        JsonNode sent = send(asGuest, shared, email, MANUALLY, MARKED);
        assertThat(sent.at("/0/1/sent").has("k")).as(sent.toString()).isTrue();
        assertThat(sent.at("/1/1/updated").has(email)).as(sent.toString()).isTrue();
        ann.awaitInbox("Displayed: shared");
    }

    @Test
    @Covers(value = "RFC9007 §2.1", part = "the recipient")
    void mdnForAFullAccountIsGivenUp() {
        LocalSender ann = sender("ann@full.test");
        LocalSender bob = sender("bob@full.test");
        String email = asked(ann, bob, "full", "");
        SERVER.directory().limit(ann.user().who().account(), 1);
        assertThat(send(bob, email, MANUALLY).path("sent").has("k")).isTrue();
        QueueOperations queue = SERVER.service(OperationGroup.class, QueueOperations.class);
        ann.user()
                .who()
                .await(
                        "removed from the queue",
                        () -> !SERVER.json(queue.list(new PageRequest(100, "")))
                                .toString()
                                .contains("full.test"));
        assertThat(ann.subjects("inbox")).isEmpty();
    }
}
