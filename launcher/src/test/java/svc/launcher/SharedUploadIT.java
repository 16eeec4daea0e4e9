package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Users with whom a mailbox is shared upload to the account of its owner. */
final class SharedUploadIT {

    private static final String ADD = "'mayReadItems':true,'mayAddItems':true";

    private static MailUser bob;
    private static MailUser ann;
    private static MailUser cem;
    private static String shared;
    private static String open;

    @BeforeAll
    static void start() {
        RunningServer server = SharedServer.plain();
        bob = MailUser.of(server, "bob@sharedupload.test");
        ann = MailUser.of(server, "ann@sharedupload.test");
        cem = MailUser.of(server, "cem@sharedupload.test");
        shared = "shared:" + bob.who().accountId();
        open = bob.newMailbox("Open");
    }

    private static void share(String annsRights, String cemsRights) {
        JsonNode response = bob.using(
                List.of(MailCalls.URN, "urn:ietf:params:jmap:principals"),
                "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith':{'"
                        + ann.who().accountId() + "':{" + annsRights + "},'"
                        + cem.who().accountId() + "':{" + cemsRights + "}}}}},'c']");
        assertThat(response.at("/0/1/updated").has(open))
                .as(response.toString())
                .isTrue();
    }

    private static int upload(MailUser guest, String text) {
        return guest.blobs().upload(shared, BlobClient.bytes(text)).statusCode();
    }

    private static int download(MailUser guest, String blob) {
        return guest.blobs().download(shared, blob).statusCode();
    }

    @Test
    @Covers({"ACC-03", "BLOB-12"})
    void rightToAddEmailsAllowsUploads() {
        share("", "");
        assertThat(upload(ann, "nothing is shared")).isEqualTo(404);
        share("'mayReadItems':true,'maySetSeen':true,'mayRemoveItems':true", ADD);
        assertThat(upload(ann, "no right to add")).isEqualTo(403);
        share(ADD, ADD);
        long used = bob.used();
        byte[] bytes = MailCalls.letter("uploaded", "The text", "");
        HttpResponse<byte[]> upload = ann.blobs().upload(shared, bytes);
        assertThat(upload.statusCode()).isEqualTo(201);
        assertThat(BlobClient.json(upload).path("accountId").asText()).isEqualTo(shared);
        String blob = BlobClient.json(upload).path("blobId").asText();
        assertThat(download(ann, blob)).isEqualTo(200);
        assertThat(download(cem, blob)).as("another guest").isEqualTo(404);
        assertThat(bob.blobs().text(blob)).as("the owner").startsWith("404");
        JsonNode responses = ann.using(
                List.of(MailCalls.URN),
                "['Blob/copy',{'fromAccountId':'" + shared + "','accountId':'@','blobIds':['" + blob + "']},'c']");
        assertThat(responses.at("/0/1/copied").has(blob))
                .as(responses.toString())
                .isTrue();
        assertThat(bob.used()).as("unused uploads are no used bytes").isEqualTo(used);
        share("", ADD);
        assertThat(download(ann, blob)).isEqualTo(404);
        assertThat(upload(ann, "nothing is shared any more")).isEqualTo(404);
    }

    @Test
    void blobIsCopiedToASharedAccountWithTheRightToAdd() {
        String own = ann.blobs().store("copied to a shared account");
        String call = "['Blob/copy',{'fromAccountId':'@','accountId':'" + shared + "','blobIds':['" + own + "']},'c']";
        share("'mayReadItems':true,'maySetSeen':true", "");
        assertThat(ann.using(List.of(MailCalls.URN), call).at("/0/1/type").asText())
                .isEqualTo("accountReadOnly");
        share(ADD, ADD);
        assertThat(ann.using(List.of(MailCalls.URN), call).at("/0/1/copied").has(own))
                .isTrue();
        assertThat(download(ann, own)).isEqualTo(200);
        assertThat(download(cem, own)).isEqualTo(404);
    }
}
