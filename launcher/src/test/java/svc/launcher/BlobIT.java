package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/** Uploads and downloads by callers with and without access. */
final class BlobIT {

    private static final String NOTHING = "{\"type\":\"about:blank\",\"status\":404}";

    private static RunningServer server;
    private static BlobClient ann;
    private static BlobClient bob;
    private static BlobClient otherTenantClient;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.blob.test"));
        bob = BlobClient.of(SignedIn.as(server, "bob@one.blob.test"));
        otherTenantClient = BlobClient.of(SignedIn.as(server, "eve@two.blob.test"));
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static void nothing(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(NOTHING);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, 3_000_001})
    @Covers({"BLOB-01", "BLOB-03", "SESS-07", "SESS-08"})
    void uploadRoundTrips(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        String account = ann.who().accountId();
        HttpResponse<byte[]> upload = ann.upload(account, bytes, "Content-Type", "text/plain; charset=x");
        assertThat(upload.statusCode()).isEqualTo(201);
        JsonNode blob = BlobClient.json(upload);
        assertThat(blob.fieldNames()).toIterable().containsExactly("accountId", "blobId", "type", "size");
        assertThat(blob.path("accountId").asText()).isEqualTo(account);
        assertThat(blob.path("blobId").asText()).isEqualTo(BlobCalls.id(bytes));
        assertThat(blob.path("type").asText()).isEqualTo("text/plain; charset=x");
        assertThat(blob.path("size").asInt()).isEqualTo(size);
        assertThat(field(upload, "Content-Type")).isEqualTo("application/json");
        assertThat(field(upload, "Cache-Control")).isEqualTo("no-store");

        String path = ann.path(account, blob.path("blobId").asText(), "a name.txt", "text/plain");
        assertThat(path).endsWith("/a%20name.txt?type=text%2Fplain");
        HttpResponse<byte[]> download = ann.get(path);
        assertThat(download.statusCode()).isEqualTo(200);
        assertThat(download.body()).isEqualTo(bytes);
        assertThat(field(download, "Content-Type")).isEqualTo("text/plain");
        assertThat(field(download, "Content-Length")).isEqualTo(String.valueOf(size));
        assertThat(field(download, "Content-Disposition")).isEqualTo("attachment; filename=\"a name.txt\"");
        assertThat(field(download, "Cache-Control")).contains("private", "immutable", "max-age=");

        HttpResponse<byte[]> head = ann.request("HEAD", path);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(fields(head)).isEqualTo(fields(download));
    }

    private static List<String> fields(HttpResponse<?> response) {
        HttpHeaders headers = response.headers();
        return headers.map().entrySet().stream()
                .filter(field -> !field.getKey().matches(":status|(?i)date|vary|ratelimit.*"))
                .map(Object::toString)
                .sorted()
                .toList();
    }

    @Test
    @Covers("BLOB-01")
    void defaultTypeIsOctetStream() {
        HttpResponse<byte[]> upload = ann.upload(ann.who().accountId(), BlobClient.bytes("no type"));
        assertThat(BlobClient.json(upload).path("type").asText()).isEqualTo("application/octet-stream");
        String path = "/jmap/download/" + ann.who().accountId() + "/"
                + BlobClient.json(upload).path("blobId").asText() + "/x";
        assertThat(field(ann.get(path), "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(ann.get(path + "?type=no%20type").statusCode()).isEqualTo(400);
        assertThat(ann.get(path + "?type=a%2Fb%0D%0AX-Y:z").statusCode()).isEqualTo(400);
    }

    @Test
    @Covers("BLOB-02")
    void trailingSlashAfterTheAccountIsNotFound() {
        int before = new BlobFiles(server.home()).all().size();
        for (String path : List.of("/jmap/upload/" + ann.who().accountId() + "/", "/jmap/upload/", "/jmap/upload")) {
            HttpResponse<String> response = ann.who().post(path, "something");
            assertThat(response.statusCode()).as(path).isEqualTo(404);
            assertThat(response.body()).isEqualTo(NOTHING);
        }
        assertThat(new BlobFiles(server.home()).all()).hasSize(before);
    }

    @Test
    @Covers({"BLOB-01", "BLOB-03"})
    void credentialsAreRequired() {
        String blob = ann.store("for ann");
        String path = ann.path(ann.who().accountId(), blob, "x", "text/plain");
        String ticket = SignedIn.json(ann.who().post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
        for (String query : List.of("", "&access_token=" + ann.who().token(), "&stream_ticket=" + ticket)) {
            assertThat(server.get(server.url() + path + query).statusCode())
                    .as(query)
                    .isEqualTo(401);
        }
        String upload = server.url() + "/jmap/upload/" + ann.who().accountId();
        assertThat(server.send("POST", upload, "x").statusCode()).isEqualTo(401);
        assertThat(server.send("POST", upload + "?access_token=" + ann.who().token(), "x")
                        .statusCode())
                .isEqualTo(401);
        assertThat(ann.who().get("/jmap/upload/" + ann.who().accountId()).statusCode())
                .isEqualTo(405);
        assertThat(ann.who().post(path, "").statusCode()).isEqualTo(405);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            plain.txt      | filename="plain.txt"
            a/b%c d+e      | filename="a_b_c d+e"; filename*=UTF-8''a_b%25c%20d+e
            Größe „x“.pdf  | filename="Gr__e _x_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9Ex%E2%80%9C.pdf
            מכתב           | filename="____"; filename*=UTF-8''%D7%9E%D7%9B%D7%AA%D7%91
            a"b\\c;d=e     | filename="a_b_c;d=e"; filename*=UTF-8''a%22b_c%3Bd%3De
            """)
    @Covers({"SESS-08", "BLOB-03"})
    void downloadNameCanUseAnyScript(String name, String told) {
        String blob = ann.store("named");
        HttpResponse<byte[]> download = ann.get(ann.path(ann.who().accountId(), blob, name, "text/plain"));
        assertThat(download.statusCode()).isEqualTo(200);
        assertThat(field(download, "Content-Disposition")).isEqualTo("attachment; " + told);
    }

    @Test
    @Covers("BLOB-03")
    void downloadsCannotExecute() {
        String blob = ann.store("<script>alert(1)</script>");
        HttpResponse<byte[]> page = ann.get(ann.path(ann.who().accountId(), blob, "x.html", "text/html"));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(field(page, "Content-Type")).isEqualTo("text/html");
        assertThat(field(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(field(page, "Content-Security-Policy")).isEqualTo("default-src 'none'; sandbox");
        assertThat(field(page, "Content-Disposition")).startsWith("attachment");
        assertThat(field(page, "Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    @Covers("BLOB-03")
    void rangeRequestReturnsTheRange() {
        byte[] bytes = new byte[200_000];
        new Random(7).nextBytes(bytes);
        String account = ann.who().accountId();
        String blob = BlobClient.json(ann.upload(account, bytes)).path("blobId").asText();
        String tag = "\"" + blob + "\"";
        HttpResponse<byte[]> part = ann.download(account, blob, "Range", "bytes=65530-131080");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(field(part, "Content-Range")).isEqualTo("bytes 65530-131080/200000");
        assertThat(part.body()).isEqualTo(java.util.Arrays.copyOfRange(bytes, 65_530, 131_081));
        assertThat(field(part, "ETag")).isEqualTo(tag);
        assertThat(ann.download(account, blob, "Range", "bytes=-3").body())
                .isEqualTo(java.util.Arrays.copyOfRange(bytes, 199_997, 200_000));
        assertThat(ann.download(account, blob, "Range", "bytes=199999-").body()).hasSize(1);
        HttpResponse<byte[]> beyond = ann.download(account, blob, "Range", "bytes=200000-");
        assertThat(beyond.statusCode()).isEqualTo(416);
        assertThat(field(beyond, "Content-Range")).isEqualTo("bytes */200000");
        assertThat(field(beyond, "Cache-Control")).isEqualTo("no-store");
        assertThat(ann.download(account, blob, "Range", "bytes=0-1,5-6").statusCode())
                .isEqualTo(200);
        assertThat(ann.download(account, blob, "Range", "bytes=0-1", "If-Range", tag)
                        .statusCode())
                .isEqualTo(206);
        for (String other : List.of("\"other\"", "W/" + tag, "Sat, 29 Oct 1994 19:43:31 GMT")) {
            assertThat(ann.download(account, blob, "Range", "bytes=0-1", "If-Range", other)
                            .statusCode())
                    .as(other)
                    .isEqualTo(200);
        }
        String text = ann.store("a".repeat(5_000));
        HttpResponse<byte[]> packed =
                ann.get(ann.path(account, text, "x", "text/plain"), "Range", "bytes=0-1999", "Accept-Encoding", "gzip");
        assertThat(packed.body()).as("a part of the bytes themselves").hasSize(2_000);
        assertThat(field(packed, "Content-Encoding")).isEmpty();
        HttpResponse<byte[]> known = ann.download(account, blob, "If-None-Match", "\"a\", W/" + tag);
        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(field(known, "ETag")).isEqualTo(tag);
        assertThat(field(known, "Cache-Control")).contains("immutable");
        assertThat(ann.download(account, blob, "If-None-Match", "*").statusCode())
                .isEqualTo(304);
        assertThat(ann.download(account, blob, "If-None-Match", "\"a\"").statusCode())
                .isEqualTo(200);
    }

    @Test
    @Covers({"BLOB-09", "BLOB-15", "GEN-06"})
    void blobIsVisibleOnlyInTheAccountThatHoldsIt() {
        String blob = ann.store("a secret of ann");
        HttpResponse<byte[]> own = bob.download(bob.who().accountId(), blob);
        assertThat(own.statusCode()).isEqualTo(404);
        assertThat(BlobClient.json(own).path("type").asText()).isEqualTo("blobNotFound");
        nothing(bob.download(ann.who().accountId(), blob));
        nothing(otherTenantClient.download(ann.who().accountId(), blob));
        assertThat(otherTenantClient.store("a secret of ann")).isEqualTo(blob);
        assertThat(otherTenantClient.text(blob)).isEqualTo("200 a secret of ann");
        nothing(ann.download(otherTenantClient.who().accountId(), blob));
        assertThat(bob.text(blob)).startsWith("404");
        for (String id : List.of("b1", "B" + blob.substring(1), blob + "0", "%20")) {
            assertThat(BlobClient.json(ann.download(ann.who().accountId(), id))
                            .path("type")
                            .asText())
                    .as(id)
                    .isEqualTo("blobNotFound");
        }
    }

    @Test
    @Covers({"BLOB-01", "BLOB-15", "BLOB-12"})
    void sharedAccountShowsSharedBlobsAndOwnUploads() {
        MailUser owner = MailUser.of(server, "olga@one.blob.test");
        MailUser user = MailUser.of(server, "gus@one.blob.test");
        BlobClient guest = user.blobs();
        String shared = "shared:" + owner.who().accountId();
        String open = owner.newMailbox("Open");
        String loose = owner.blobs().store("not referred to");
        JsonNode email = owner.bring(MailCalls.letter("referred", "Blobs", ""), open, "");
        String referred = email.path("blobId").asText();
        nothing(guest.download(shared, referred));
        owner.share(open, user.who(), "{'mayReadItems':true}");
        assertThat(guest.download(shared, referred).statusCode()).isEqualTo(200);
        nothing(guest.download(shared, loose));
        nothing(guest.download(shared, BlobCalls.id(BlobClient.bytes("nowhere"))));
        nothing(guest.download(shared, "nonsense"));
        HttpResponse<byte[]> refused = guest.upload(shared, BlobClient.bytes("mine"));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(field(refused, "Content-Type")).isEqualTo("application/problem+json");

        owner.share(open, user.who(), "{'mayReadItems':true,'mayAddItems':true}");
        HttpResponse<byte[]> upload = guest.upload(shared, BlobClient.bytes("brought by gus"));
        assertThat(upload.statusCode()).isEqualTo(201);
        assertThat(BlobClient.json(upload).path("accountId").asText()).isEqualTo(shared);
        String imported = BlobClient.json(upload).path("blobId").asText();
        assertThat(guest.download(shared, imported).statusCode()).isEqualTo(200);
        assertThat(owner.blobs().text(imported)).startsWith("404");
        assertThat(guest.text(imported)).startsWith("404");
        KeepsBundle.createReference(new BlobCalls(owner.who()), imported, 1);
        assertThat(owner.blobs().text(imported)).isEqualTo("200 brought by gus");
        // The object that refers to the blob is not in the shared mailbox.
        MailUser other = MailUser.of(server, "otto@one.blob.test");
        owner.share(open, other.who(), "{'mayReadItems':true}");
        assertThat(other.blobs().download(shared, referred).statusCode()).isEqualTo(200);
        nothing(other.blobs().download(shared, imported));
        owner.call("Email/set", "'destroy':['" + email.path("id").asText() + "']");
        nothing(guest.download(shared, referred));
    }

    @Test
    @Covers({"BLOB-01", "BLOB-12", "GEN-06"})
    void inaccessibleBlobLooksLikeAMissingBlob() {
        String blob = otherTenantClient.store("of another organization");
        for (String method : List.of("GET", "HEAD")) {
            List<String> unknown = told(ann.request(method, "/jmap/download/avvvv/" + blob + "/x"));
            assertThat(unknown.get(0)).isEqualTo("404");
            for (String account : List.of(
                    otherTenantClient.who().accountId(),
                    "shared:" + otherTenantClient.who().accountId(),
                    "nonsense")) {
                assertThat(told(ann.request(method, "/jmap/download/" + account + "/" + blob + "/x")))
                        .as(account)
                        .isEqualTo(unknown);
            }
        }
        List<String> unknown = told(ann.upload("avvvv", BlobClient.bytes("x")));
        assertThat(told(ann.upload(otherTenantClient.who().accountId(), BlobClient.bytes("x"))))
                .isEqualTo(unknown);
        assertThat(told(ann.upload("shared:" + otherTenantClient.who().accountId(), BlobClient.bytes("x"))))
                .isEqualTo(unknown);
        HttpResponse<String> path = ann.who().post("/nowhere/at/all", "x");
        assertThat(unknown.get(1)).isEqualTo(path.body());
    }

    /** Returns status, body and fields. */
    private static List<String> told(HttpResponse<byte[]> response) {
        return List.of(
                String.valueOf(response.statusCode()),
                new String(response.body(), StandardCharsets.UTF_8),
                fields(response).toString());
    }
}
