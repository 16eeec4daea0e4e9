package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.operation.OperationGroup;
import svc.api.operation.PageRequest;
import svc.delivery.queue.QueueOperations;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Mail is sent and delivered (RFC 8621 §6 and §7). */
final class SubmissionTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    private static LocalSender sender(String email) {
        return LocalSender.of(SERVER, email);
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7", "RFC8621 §7.5"},
            part = "submission")
    void submittedMessageIsFiledAndDelivered() {
        LocalSender ann = sender("ann@house.test");
        LocalSender bob = sender("bob@house.test");
        String email = ann.draft("bob@house.test", "plans");
        String drafts = ann.user().mailbox("drafts");
        String sent = ann.user().mailbox("sent");
        String before = bob.user().state("Email");
        JsonNode response = ann.user()
                .using(
                        SendingCalls.BOTH,
                        "['EmailSubmission/set',{'accountId':'@','create':{'s':{'identityId':'" + ann.identity()
                                + "','emailId':'" + email + "'}},'onSuccessUpdateEmail':{'#s':{'mailboxIds/"
                                + drafts + "':null,'mailboxIds/" + sent + "':true,'keywords/$draft':null}}},'c']");
        String id = response.at("/0/1/created/s/id").asText();
        assertThat(response.at("/1/0").asText()).isEqualTo("Email/set");
        assertThat(response.at("/1/2").asText()).as("the same call id").isEqualTo("c");
        assertThat(response.at("/1/1/updated").has(email)).isTrue();
        bob.awaitInbox("plans");
        assertThat(bob.user()
                        .call("Email/changes", "'sinceState':'" + before + "'")
                        .path("created"))
                .hasSize(1);
        JsonNode submission = ann.awaitStatus(id, "bob@house.test", "yes");
        assertThat(submission.path("undoStatus").asText()).isEqualTo("final");
        assertThat(submission.at("/deliveryStatus/bob@house.test/smtpReply").asText())
                .matches("250 2\\.\\d\\.\\d .+");
        assertThat(ann.subjects("sent")).containsExactly("plans");
        assertThat(ann.subjects("drafts")).isEmpty();
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7", "RFC8621 §7.5"},
            part = "submission")
    void bccRecipientsReceiveTheMessageAndStayHidden() {
        LocalSender ann = sender("ann@bcc.test");
        LocalSender bob = sender("bob@bcc.test");
        LocalSender eve = sender("eve@bcc.test");
        String email = ann.draft("'from':[{'email':'ann@bcc.test'}],'to':[{'email':'bob@bcc.test'}],"
                + "'bcc':[{'email':'eve@bcc.test'}],'subject':'secret'");
        JsonNode created = ann.submit(email, "");
        assertThat(created.at("/created/s/envelope/rcptTo")).hasSize(2);
        bob.awaitInbox("secret");
        eve.awaitInbox("secret");
        for (LocalSender one : List.of(bob, eve)) {
            JsonNode found = one.user().call("Email/query", "'filter':{'subject':'secret'}");
            String id = found.at("/ids/0").asText();
            assertThat(one.user().email(id, "bcc").path("bcc").isNull()).isTrue();
            assertThat(one.user().email(id, "header:Return-Path").toString()).contains("ann@bcc.test");
        }
        assertThat(ann.user().email(email, "bcc").path("bcc"))
                .as("the sender's own")
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'to':[]                                                      |                                                                          | noRecipients
            'to':[{'email':'not an address'}]                            |                                                                          | invalidRecipients
            'from':[{'email':'eve@other.test'}],'to':[{'email':'b@wrong.test'}] |                                                                          | forbiddenFrom
            'to':[{'email':'b@wrong.test'}]                                     | ,'envelope':{'mailFrom':{'email':'eve@x.test'},'rcptTo':[{'email':'b@wrong.test'}]} | forbiddenMailFrom
            'to':[{'email':'b@wrong.test'}]                                     | ,'envelope':{'mailFrom':{'email':'x@wrong.test'},'rcptTo':[]}            | forbiddenMailFrom
            'to':[{'email':'b@wrong.test'}]                                     | ,'envelope':{'rcptTo':[]}                                                | invalidProperties
            'to':[{'email':'b@wrong.test'}]                                     | ,'envelope':{'mailFrom':{'email':'ann@wrong.test','parameters':{'HOLDFOR':'-1'}},'rcptTo':[{'email':'b@wrong.test'}]} | invalidProperties
            'to':[{'email':'b@wrong.test'}]                                     | ,'envelope':{'mailFrom':{'email':'ann@wrong.test','parameters':{'HOLDFOR':'99999999'}},'rcptTo':[{'email':'b@wrong.test'}]} | invalidProperties
            'to':[{'email':'b@wrong.test'}]                                     | ,'sendAt':'2030-01-01T00:00:00Z'                                         | invalidProperties
            'to':[{'email':'b@far.example'}]                             |                                                                          | invalidRecipients
            'to':[{'email':'b@wrong.test'}] | ,'envelope':{'mailFrom':{'email':'ann@wrong.test','parameters':{'SIZE':'1\\r\\nRCPT TO:<x@y>'}},'rcptTo':[{'email':'b@wrong.test'}]} | invalidProperties
            'from':[{'email':'ann@wrong.test'},{'email':'ann@wrong.test'}],'to':[{'email':'b@wrong.test'}] |                                               | invalidEmail
            """)
    @Covers(
            value = {"DOM-01", "RFC8621 §7.5"},
            part = "submission")
    void forbiddenMessageIsRejectedAndNotSent(String properties, String more, String error) {
        LocalSender ann = sender("ann@wrong.test");
        String from = properties.contains("'from'") ? "" : "'from':[{'email':'ann@wrong.test'}],";
        String email = ann.draft(from + properties + ",'subject':'x'");
        JsonNode response = ann.submit(email, more == null ? "" : more);
        assertThat(response.at("/notCreated/s/type").asText())
                .as(response.toString())
                .isEqualTo(error);
        assertThat(response.at("/notCreated/s/description").asText()).isNotEmpty();
        assertThat(response.path("created").isNull()).isTrue();
        assertThat(ann.call("EmailSubmission/query", "'filter':{}").path("ids")).isEmpty();
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7.5"},
            part = "submission")
    void rejectsUnknownEmailsAndIdentities() {
        LocalSender ann = sender("ann@unknown.test");
        String email = ann.draft("bob@unknown.test", "x");
        JsonNode noEmail = ann.submit("m999", "");
        assertThat(noEmail.at("/notCreated/s/type").asText()).isEqualTo("invalidProperties");
        assertThat(noEmail.at("/notCreated/s/properties/0").asText()).isEqualTo("emailId");
        JsonNode noIdentity = new LocalSender(ann.user(), "i999").submit(email, "");
        assertThat(noIdentity.at("/notCreated/s/properties/0").asText()).isEqualTo("identityId");
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7"},
            part = "submission")
    void unreachableRecipientIsReportedToTheSender() {
        LocalSender ann = sender("ann@bounce.test");
        String id = ann.send("nobody@bounce.test", "lost");
        JsonNode submission = ann.awaitStatus(id, "nobody@bounce.test", "no");
        assertThat(submission.at("/deliveryStatus/nobody@bounce.test/smtpReply").asText())
                .startsWith("550 5.1.1 ");
        ann.awaitInbox("Not delivered: your message to nobody@bounce.test");
        assertThat(submission.path("dsnBlobIds")).hasSize(1);
        String blob = submission.at("/dsnBlobIds/0").asText();
        JsonNode parsed = ann.user()
                .call("Email/parse", "'blobIds':['" + blob + "'],'properties':['bodyStructure','headers']")
                .path("parsed")
                .path(blob);
        assertThat(parsed.at("/bodyStructure/type").asText()).isEqualTo("multipart/report");
        assertThat(parsed.at("/bodyStructure/subParts").findValuesAsText("type"))
                .containsExactly("text/plain", "message/delivery-status", "text/rfc822-headers");
        QueueOperations queue = SERVER.service(OperationGroup.class, QueueOperations.class);
        ann.user()
                .who()
                .await(
                        "removed from the queue",
                        () -> !SERVER.json(queue.list(new PageRequest(100, "")))
                                .toString()
                                .contains("bounce.test"));
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7"},
            part = "submission")
    void envelopeDeterminesRecipientsWithoutDuplicates() {
        LocalSender ann = sender("ann@envelope.test");
        LocalSender bob = sender("bob@envelope.test");
        String email = ann.draft("nobody@envelope.test", "redirected");
        JsonNode created = ann.submit(
                email,
                ",'envelope':{'mailFrom':{'email':'ann+box@envelope.test'},'rcptTo':[{'email':'bob+x@envelope.test'},"
                        + "{'email':'bob@ENVELOPE.test'},{'email':'bob@envelope.test','parameters':null}]}");
        assertThat(created.at("/created/s/envelope").isMissingNode()).isFalse();
        String id = created.at("/created/s/id").asText();
        ann.awaitStatus(id, "bob+x@envelope.test", "yes");
        JsonNode submission = ann.awaitStatus(id, "bob@ENVELOPE.test", "yes");
        assertThat(submission.path("deliveryStatus")).hasSize(2);
        bob.awaitInbox("redirected");
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7.5"},
            part = "submission")
    void submissionAndEmailAreIndependent() {
        LocalSender ann = sender("ann@own.test");
        LocalSender bob = sender("bob@own.test");
        String email = ann.draft("bob@own.test", "gone");
        JsonNode created = ann.user()
                .using(
                        List.of(MailCalls.URN, SendingCalls.URN),
                        "['EmailSubmission/set',{'accountId':'@','create':{'s':{'identityId':'" + ann.identity()
                                + "','emailId':'" + email + "'}},'onSuccessDestroyEmail':['#s']},'c']");
        assertThat(created.at("/1/1/destroyed/0").asText()).isEqualTo(email);
        String id = created.at("/0/1/created/s/id").asText();
        bob.awaitInbox("gone");
        assertThat(ann.awaitStatus(id, "bob@own.test", "yes").path("emailId").asText())
                .isEqualTo(email);
        JsonNode destroyed = ann.call("EmailSubmission/set", "'destroy':['" + id + "']");
        assertThat(destroyed.at("/destroyed/0").asText()).isEqualTo(id);
        JsonNode late = ann.call("EmailSubmission/set", "'update':{'" + id + "':{'undoStatus':'canceled'}}");
        assertThat(late.at("/notUpdated/" + id + "/type").asText()).isEqualTo("notFound");
    }

    @Test
    @Covers(value = "RFC8621 §7", part = "submission")
    void emailSubmittedTwiceArrivesTwice() {
        LocalSender ann = sender("ann@twice.test");
        LocalSender bob = sender("bob@twice.test");
        String email = ann.draft("bob@twice.test", "twice");
        ann.submit(email, "");
        bob.awaitInbox("twice");
        String first = bob.user()
                .call("Email/query", "'filter':{'subject':'twice'}")
                .at("/ids/0")
                .asText();
        bob.user().call("Email/set", "'destroy':['" + first + "']");
        String id = ann.submit(email, "").at("/created/s/id").asText();
        bob.awaitInbox("twice");
        assertThat(ann.awaitStatus(id, "bob@twice.test", "yes")
                        .at("/deliveryStatus/bob@twice.test/smtpReply")
                        .asText())
                .isEqualTo("250 2.1.5 Delivered.");
        ann.submit(email, "");
        bob.awaitInbox("twice", "twice");
    }

    @Test
    void linesOfASubmittedMessageEndWithCrLf() {
        LocalSender ann = sender("ann@lines.test");
        LocalSender bob = sender("bob@lines.test");
        String blob = ann.user().upload("""
                        From: ann@lines.test
                        To: bob@lines.test
                        Date: Tue, 1 Apr 2025 10:20:30 +0200
                        Subject: lines

                        a
                        b\rc\r
                        """.getBytes(StandardCharsets.UTF_8));
        String email = ann.user()
                .call(
                        "Email/import",
                        "'emails':{'k':{'blobId':'" + blob + "','mailboxIds':{'"
                                + ann.user().mailbox("drafts") + "':true}}}")
                .at("/created/k/id")
                .asText();
        assertThat(ann.submit(email, "").at("/created/s/id").isTextual()).isTrue();
        bob.awaitInbox("lines");
        String received = bob.user()
                .call("Email/query", "'filter':{'subject':'lines'}")
                .at("/ids/0")
                .asText();
        byte[] whole = bob.user()
                .who()
                .download(bob.user().email(received, "blobId").path("blobId").asText())
                .orElseThrow();
        assertThat(new String(whole, StandardCharsets.UTF_8)).endsWith("Subject: lines\r\n\r\na\r\nb\r\nc\r\n");
    }
}
