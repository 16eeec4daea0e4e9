package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/** Blob/copy (RFC 8620 §6.3). */
final class BlobCopyIT {

    private static final String CORE = "urn:ietf:params:jmap:core";

    private static RunningServer server;
    private static BlobClient ann;
    private static MailUser bob;
    private static BlobClient otherTenantClient;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.copy.test"));
        bob = MailUser.of(server, "bob@one.copy.test");
        otherTenantClient = BlobClient.of(SignedIn.as(server, "eve@two.copy.test"));
    }

    private static JsonNode copy(BlobClient otherUser, String from, String to, String... blobIds) {
        String ids = blobIds.length == 0 ? "" : "\"" + String.join("\",\"", blobIds) + "\"";
        return SignedIn.json(otherUser
                        .who()
                        .post(
                                "/jmap",
                                "{\"using\":[\"" + CORE + "\"],\"methodCalls\":[[\"Blob/copy\",{\"fromAccountId\":\""
                                        + from + "\",\"accountId\":\"" + to + "\",\"blobIds\":[" + ids + "]},\"c\"]]}"))
                .at("/methodResponses/0");
    }

    private static void error(JsonNode response, String type) {
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo("error");
        assertThat(response.at("/1/type").asText()).isEqualTo(type);
    }

    @Test
    @Covers(value = "RFC-03", part = "Blob/copy")
    void copiedBlobIsInBothAccounts() {
        bob.share(bob.newMailbox("Open"), ann.who(), "{'mayReadItems':true,'mayAddItems':true}");
        String own = ann.who().accountId();
        String shared = "shared:" + bob.who().accountId();
        String one = ann.store("to be copied");
        String none = BlobCalls.id(BlobClient.bytes("nowhere"));
        JsonNode response = copy(ann, own, shared, one, none, "nonsense");
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo("Blob/copy");
        JsonNode result = response.path(1);
        assertThat(result.fieldNames())
                .toIterable()
                .containsExactly("fromAccountId", "accountId", "copied", "notCopied");
        assertThat(result.path("accountId").asText()).isEqualTo(shared);
        assertThat(result.path("copied").toString()).isEqualTo("{\"" + one + "\":\"" + one + "\"}");
        assertThat(result.path("notCopied").path(none).path("type").asText()).isEqualTo("notFound");
        assertThat(result.path("notCopied").path("nonsense").path("type").asText())
                .isEqualTo("notFound");
        assertThat(ann.download(shared, one).statusCode()).isEqualTo(200);
        assertThat(bob.blobs().text(one))
                .as("ann brought it, and nothing refers to it")
                .startsWith("404");

        Brought imported = new Brought(ann.upload(shared, BlobClient.bytes("the other way")));
        JsonNode back = copy(ann, shared, own, imported.blobId()).path(1);
        assertThat(back.path("copied").size()).isEqualTo(1);
        assertThat(back.path("notCopied").isNull()).isTrue();
        assertThat(ann.text(imported.blobId())).isEqualTo("200 the other way");
        assertThat(copy(ann, shared, own).path(1).path("copied").isNull()).isTrue();
    }

    /** The response to an upload. */
    private record Brought(java.net.http.HttpResponse<byte[]> answer) {
        String blobId() {
            return BlobClient.json(answer).path("blobId").asText();
        }
    }

    @Test
    @Covers(
            value = {"RFC-03", "GEN-06"},
            part = "Blob/copy")
    void copyWithoutAccessIsRejected() {
        MailUser cyd = MailUser.of(server, "cyd@one.copy.test");
        cyd.share(cyd.newMailbox("Open"), ann.who(), "{'mayReadItems':true}");
        String own = ann.who().accountId();
        String blob = ann.store("not to be copied");
        error(copy(ann, own, own, blob), "invalidArguments");
        for (String unknown : new String[] {
            "avvvv",
            otherTenantClient.who().accountId(),
            "shared:" + otherTenantClient.who().accountId()
        }) {
            error(copy(ann, unknown, own, blob), "fromAccountNotFound");
            error(copy(ann, own, unknown, blob), "accountNotFound");
        }
        error(copy(ann, own, "shared:" + cyd.who().accountId(), blob), "accountReadOnly");
        String secret = cyd.blobs().store("unreferenced at cyd");
        JsonNode response =
                copy(ann, "shared:" + cyd.who().accountId(), own, secret).path(1);
        assertThat(response.path("notCopied").has(secret)).isTrue();
        assertThat(response.path("copied").isNull()).isTrue();
        assertThat(ann.text(secret)).startsWith("404");
    }
}
