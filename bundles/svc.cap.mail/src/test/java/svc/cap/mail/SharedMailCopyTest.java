package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Emails are copied to a shared account, and only shared mail is visible there. */
final class SharedMailCopyTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static void share(LocalMailUser owner, LocalMailUser with, Access access) {
        SERVER.share(owner.who(), with.who(), MailCalls.URN, access);
    }

    private static byte[] letter(String subject) {
        return MailCalls.message("From: a@far.test", "Subject: " + subject, "", "The text of " + subject + ".");
    }

    private static JsonNode copied(LocalMailUser ann, String from, String to, String more) {
        return ann.using(
                List.of(MailCalls.URN),
                "['Email/copy',{'fromAccountId':'" + from + "','accountId':'" + to + "'," + more + "},'c']");
    }

    @Test
    @Covers("ACC-02")
    @Covers(value = "ACC-03", open = "a share that a client makes")
    void emailIsCopiedAndTheOriginalDestroyed() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@copy.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@copy.test");
        String archive = ann.mailbox("archive");
        byte[] bytes = letter("moves");
        JsonNode original = bob.bring(
                bytes, bob.mailbox("inbox"), ",'keywords':{'$flagged':true},'receivedAt':'2024-05-06T07:08:09Z'");
        String id = original.path("id").asText();
        share(bob, ann, Access.READ);
        String shared = "shared:" + bob.who().accountId();
        String create = "'create':{'k':{'id':'" + id + "','mailboxIds':{'" + archive + "':true}}}";

        JsonNode responses = copied(ann, shared, ann.who().accountId(), create + ",'onSuccessDestroyOriginal':true");
        JsonNode created = responses.at("/0/1/created/k");
        assertThat(created.fieldNames()).toIterable().containsExactlyInAnyOrder("id", "blobId", "threadId", "size");
        assertThat(created.path("blobId")).isEqualTo(original.path("blobId"));
        JsonNode copy = ann.email(created.path("id").asText(), "keywords", "receivedAt", "mailboxIds", "preview");
        assertThat(copy.path("keywords")).hasToString("{\"$flagged\":true}");
        assertThat(copy.path("receivedAt").asText()).isEqualTo("2024-05-06T07:08:09Z");
        assertThat(copy.path("preview").asText()).isEqualTo("The text of moves.");
        assertThat(ann.who().download(created.path("blobId").asText()).orElseThrow())
                .isEqualTo(bytes);
        assertThat(responses.at("/1/0").asText()).isEqualTo("error");
        assertThat(responses.at("/1/1/type").asText())
                .as("the share is to read")
                .isEqualTo("accountReadOnly");
        assertThat(bob.email(id, "subject").path("subject").asText()).isEqualTo("moves");

        share(bob, ann, Access.WRITE);
        JsonNode again = copied(
                ann,
                shared,
                ann.who().accountId(),
                create.replace("'id':", "'keywords':{},'id':") + ",'onSuccessDestroyOriginal':true");
        assertThat(again.at("/0/1/created/k/id").asText())
                .isNotEqualTo(created.path("id").asText());
        assertThat(MailCalls.texts(again.at("/1/1/destroyed"))).containsExactly(id);
        assertThat(MailCalls.texts(bob.call("Email/get", "'ids':['" + id + "']").path("notFound")))
                .containsExactly(id);
        assertThat(ann.who().download(created.path("blobId").asText()).orElseThrow())
                .as("each account has its own")
                .isEqualTo(bytes);
    }

    @Test
    void invalidCopyIsRejectedWithDescription() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@refused.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@refused.test");
        String id =
                bob.bring(letter("stays"), bob.mailbox("inbox"), "").path("id").asText();
        String own = ann.who().accountId();
        String in = "'mailboxIds':{'" + ann.mailbox("inbox") + "':true}";
        String good = "'create':{'k':{'id':'" + id + "'," + in + "}}";
        String foreign = bob.who().accountId();
        assertThat(copied(ann, foreign, own, good).at("/0/1/type").asText()).isEqualTo("fromAccountNotFound");
        share(bob, ann, Access.READ);
        String shared = "shared:" + foreign;
        assertThat(copied(ann, own, shared, good).at("/0/1/type").asText()).isEqualTo("accountReadOnly");
        assertThat(copied(ann, own, own, good).at("/0/1/type").asText()).isEqualTo("invalidArguments");
        assertThat(copied(ann, shared, own, good + ",'ifFromInState':'x'")
                        .at("/0/1/type")
                        .asText())
                .isEqualTo("stateMismatch");
        assertThat(copied(ann, shared, own, good + ",'ifInState':'x'")
                        .at("/0/1/type")
                        .asText())
                .isEqualTo("stateMismatch");
        assertThat(copied(ann, shared, own, "'create':{'k':7}").at("/0/1/type").asText())
                .isEqualTo("invalidArguments");
        JsonNode reason = copied(
                        ann,
                        shared,
                        own,
                        "'create':{'a':{'id':'mvvvv'," + in + "},'b':{'id':'" + id + "'},'c':{'id':'" + id + "'," + in
                                + ",'subject':'x'},'d':{'id':'" + id + "','mailboxIds':{'fvvvv':true}}}")
                .at("/0/1/notCreated");
        assertThat(reason.at("/a/type").asText()).isEqualTo("notFound");
        assertThat(MailCalls.texts(reason.at("/b/properties"))).containsExactly("mailboxIds");
        assertThat(MailCalls.texts(reason.at("/c/properties"))).containsExactly("subject");
        assertThat(MailCalls.texts(reason.at("/d/properties"))).containsExactly("mailboxIds");
        assertThat(ann.call("Email/query", "'calculateTotal':true")
                        .path("total")
                        .asInt())
                .isZero();
    }

    @Test
    @Covers(value = "ACC-06", open = "a share that a client makes")
    void unsharedMailIsNotFound() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@unshared.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@unshared.test");
        SERVER.share(bob.who(), ann.who(), "urn:svc:params:jmap:v2:apppasswords", Access.READ);
        JsonNode response = ann.using(
                List.of(MailCalls.URN),
                "['Mailbox/get',{'accountId':'shared:" + bob.who().accountId() + "','ids':null},'c']");
        assertThat(response.at("/0/1/type").asText()).isEqualTo("accountNotSupportedByMethod");
    }
}
