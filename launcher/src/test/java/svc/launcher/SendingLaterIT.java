package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Messages that are held: they can be canceled, are sent when their time has come, and survive a restart. */
final class SendingLaterIT {

    private static final List<String> SECOND = List.of(MailUser.SECOND);

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER =
            new ServerOfClass(() -> TestClock.svc().start(home).ready());

    private static void advance(RunningServer server, String time) {
        assertThat(server.command("", "clock", "advance", time).exit()).isZero();
    }

    private static JsonNode second(Sender who, String method, String arguments) {
        return who.user()
                .using(SECOND, "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7"},
            part = "submission")
    void heldMessageIsSentOnTimeAfterARestart(@TempDir Path own) {
        String id;
        Sender ann;
        try (RunningServer server = TestClock.svc().start(own).ready()) {
            ann = Sender.of(server, "ann@hold.test");
            Sender.of(server, "bob@hold.test");
            String email = ann.draft("bob@hold.test", "later");
            JsonNode created = ann.submit(
                    email,
                    ",'envelope':{'mailFrom':{'email':'ann@hold.test','parameters':{'holdfor':'3600'}},"
                            + "'rcptTo':[{'email':'bob@hold.test'}]}");
            id = created.at("/created/s/id").asText();
            assertThat(id).as(created.toString()).isNotEmpty();
            assertThat(ann.submission(id).path("undoStatus").asText()).isEqualTo("pending");
            server.kill();
        }
        try (RunningServer server = TestClock.svc().start(own).ready()) {
            ann = ann.at(server);
            Sender bob = Sender.of(MailUser.of(server, "bob@hold.test"));
            assertThat(bob.subjects("inbox")).isEmpty();
            assertThat(ann.submission(id).path("undoStatus").asText()).isEqualTo("pending");
            advance(server, "PT1H1S");
            ann.awaitStatus(id, "bob@hold.test", "yes");
            bob.awaitInbox("later");
        }
    }

    @Test
    @Covers("V2-01")
    void emailIsSentInOneCallAndCanceled() {
        Sender ann = Sender.of(SERVER.running(), "ann@step.test");
        Sender bob = Sender.of(SERVER.running(), "bob@step.test");
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
        assertThat(MailUser.texts(canceled.path("canceled"))).containsExactly(id);
        assertThat(canceled.at("/notCanceled/s99999/type").asText()).isEqualTo("notFound");
        JsonNode again =
                second(ann, "Email/cancel", "'submissionIds':['" + id + "']").path(1);
        assertThat(again.at("/notCanceled/" + id + "/type").asText()).isEqualTo("cannotUnsend");
        advance(SERVER.running(), "PT31S");
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
        Sender ann = Sender.of(SERVER.running(), "ann@blob.test");
        Sender bob = Sender.of(SERVER.running(), "bob@blob.test");
        String blob = ann.user()
                .upload(MailUser.message(
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
        Sender ann = Sender.of(SERVER.running(), "ann@urn.test");
        for (String call : List.of(
                "Email/send',{'accountId':'@','send':{}}", "Email/cancel',{'accountId':'@','submissionIds':[]}")) {
            JsonNode first = ann.user()
                    .using(List.of(MailUser.URN), "['" + call + ",'c']")
                    .path(0);
            assertThat(first.at("/1/type").asText()).as(first.toString()).isEqualTo("unknownCapability");
            JsonNode known = ann.user().using(SECOND, "['" + call + ",'c']").path(0);
            assertThat(known.path(0).asText()).startsWith("Email/");
        }
    }
}
