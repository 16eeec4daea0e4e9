package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** Messages that are held can be canceled, and are sent when their time has come. */
final class HeldSubmissionTest {

    private static final List<String> SECOND = List.of(MailCalls.SECOND);

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    private static JsonNode second(LocalSender who, String method, String arguments) {
        return who.user()
                .using(SECOND, "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
    }

    @Test
    @Covers("V2-01")
    void emailIsSentInOneCallAndCanceled() {
        LocalSender ann = LocalSender.of(SERVER, "ann@step.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@step.test");
        String email = ann.draft("bob@step.test", "oops");
        JsonNode sent = second(
                        ann,
                        "Email/send",
                        "'send':{'k':{'emailId':'" + email + "','identityId':'" + ann.identity()
                                + "','undoSeconds':30}}")
                .path(1);
        assertThat(sent.at("/sent/k/undoStatus").asText()).as(sent.toString()).isEqualTo("pending");
        String id = sent.at("/sent/k/submissionId").asText();
        JsonNode canceled = second(ann, "Email/cancel", "'submissionIds':['" + id + "','s99999']")
                .path(1);
        assertThat(MailCalls.texts(canceled.path("canceled"))).containsExactly(id);
        assertThat(canceled.at("/notCanceled/s99999/type").asText()).isEqualTo("notFound");
        JsonNode again =
                second(ann, "Email/cancel", "'submissionIds':['" + id + "']").path(1);
        assertThat(again.at("/notCanceled/" + id + "/type").asText()).isEqualTo("cannotUnsend");
        SERVER.advance(Duration.ofSeconds(31));
        String other = ann.send("bob@step.test", "meant");
        ann.awaitStatus(other, "bob@step.test", "yes");
        assertThat(bob.subjects("inbox")).containsExactly("meant");
        JsonNode late =
                second(ann, "Email/cancel", "'submissionIds':['" + other + "']").path(1);
        assertThat(late.at("/notCanceled/" + other + "/type").asText()).isEqualTo("cannotUnsend");
    }

    @Test
    @Covers("V2-01")
    void blobIsSentWithoutAnEmail() {
        LocalSender ann = LocalSender.of(SERVER, "ann@blob.test");
        LocalSender bob = LocalSender.of(SERVER, "bob@blob.test");
        String blob = ann.user()
                .upload(MailCalls.message(
                        "From: ann@blob.test",
                        "To: bob@blob.test",
                        "Date: Tue, 1 Apr 2025 10:20:30 +0200",
                        "Message-ID: <blob@blob.test>",
                        "Subject: from a blob",
                        "",
                        "Hello."));
        JsonNode sent = second(
                        ann,
                        "Email/send",
                        "'send':{'k':{'blobId':'" + blob + "','identityId':'" + ann.identity()
                                + "'},'none':{'blobId':'b0','identityId':'" + ann.identity() + "'},'both':{'blobId':'"
                                + blob + "','emailId':'m1','identityId':'" + ann.identity() + "'}}")
                .path(1);
        String id = sent.at("/sent/k/submissionId").asText();
        assertThat(id).as(sent.toString()).isNotEmpty();
        assertThat(sent.at("/notSent/none/type").asText()).isEqualTo("invalidProperties");
        assertThat(sent.at("/notSent/both/type").asText()).isEqualTo("invalidProperties");
        bob.awaitInbox("from a blob");
        assertThat(ann.awaitStatus(id, "bob@blob.test", "yes").path("emailId").isNull())
                .isTrue();
    }

    @Test
    @Covers("V2-01")
    void methodsRequireMailV2() {
        LocalSender ann = LocalSender.of(SERVER, "ann@urn.test");
        for (String call : List.of(
                "Email/send',{'accountId':'@','send':{}}", "Email/cancel',{'accountId':'@','submissionIds':[]}")) {
            JsonNode first = ann.user()
                    .using(List.of(MailCalls.URN), "['" + call + ",'c']")
                    .path(0);
            assertThat(first.at("/1/type").asText()).as(first.toString()).isEqualTo("unknownCapability");
            JsonNode known = ann.user().using(SECOND, "['" + call + ",'c']").path(0);
            assertThat(known.path(0).asText()).startsWith("Email/");
        }
    }

    @Test
    @Covers(value = "RFC8621 §7", part = "reports")
    void bounceOfADamagedMessageHasNoHeader() {
        LocalSender ann = LocalSender.of(SERVER, "ann@damaged.test");
        String email = ann.draft("nobody@damaged.test", "broken");
        JsonNode created = ann.submit(
                email,
                ",'envelope':{'mailFrom':{'email':'ann@damaged.test','parameters':{'holdfor':'60'}},"
                        + "'rcptTo':[{'email':'nobody@damaged.test'}]}");
        assertThat(created.at("/created/s/id").isTextual())
                .as(created.toString())
                .isTrue();
        String organization = ann.user().who().account().organization();
        SERVER.blobs()
                .list(organization, Optional.empty(), 100)
                .forEach(blob -> SERVER.blobs().damage(organization, blob));
        SERVER.advance(Duration.ofSeconds(61));
        ann.awaitInbox("Not delivered: your message to nobody@damaged.test");
        assertThat(ann.submission(created.at("/created/s/id").asText()).path("dsnBlobIds"))
                .hasSize(1);
    }
}
