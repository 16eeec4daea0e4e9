package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/** Real and malformed messages are imported, shown, and downloaded unchanged. */
final class MailCorpusIT {

    private static final String SHOWN =
            "'id','blobId','threadId','size','subject','from','to','sentAt','receivedAt','preview','hasAttachment',"
                    + "'messageId','references','headers','bodyStructure','textBody','htmlBody','attachments','bodyValues'";

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.in(() -> home);

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void parsesTheMessageCorpus() {
        Map<String, byte[]> corpus = corpus();
        assertThat(corpus).hasSizeGreaterThan(60);
        assertAllComeBack(
                MailUser.of(SERVER.running(), "ann@corpus.test"),
                corpus,
                "testmsgs/malformedHeader-noheader.msg",
                "testmsgs/malformedHeaderStartsBody-noheader.msg");
    }

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void parsesHostileMessages() {
        assertAllComeBack(MailUser.of(SERVER.running(), "ann@hostile.test"), hostile(), "noise", "no header");
    }

    private static void assertAllComeBack(MailUser ann, Map<String, byte[]> messages, String... none) {
        String inbox = ann.mailbox("inbox");
        Map<String, byte[]> parts = new LinkedHashMap<>();
        List<String> refused = new ArrayList<>();
        messages.forEach((name, bytes) -> {
            String blob = ann.upload(bytes);
            JsonNode response = ann.call(
                    "Email/import", "'emails':{'k':{'blobId':'" + blob + "','mailboxIds':{'" + inbox + "':true}}}");
            boolean parsed = ann.call("Email/parse", "'blobIds':['" + blob + "'],'properties':['subject']")
                    .path("notParsable")
                    .isNull();
            if (parsed) {
                parts.put(response.at("/created/k/id").asText(), bytes);
            } else {
                refused.add(name);
            }
            assertThat(response.at("/notCreated/k/type").asText("")).as(name).isEqualTo(parsed ? "" : "invalidEmail");
        });
        assertThat(refused).containsExactlyInAnyOrder(none);
        parts.forEach((id, bytes) -> assertComesBack(ann, id, bytes));
        assertThat(ann.call("Email/query", "'calculateTotal':true")
                        .path("total")
                        .asInt())
                .isEqualTo(parts.size());
        assertThat(SERVER.running().err()).doesNotContain(" ERROR ");
    }

    private static void assertComesBack(MailUser ann, String id, byte[] bytes) {
        JsonNode email = ann.call(
                        "Email/get",
                        "'ids':['" + id + "'],'properties':[" + SHOWN
                                + "],'fetchAllBodyValues':true,'maxBodyValueBytes':10000")
                .at("/list/0");
        assertThat(email.path("size").asInt()).isEqualTo(bytes.length);
        assertThat(email.path("preview").asText().length()).isLessThanOrEqualTo(256);
        HttpResponse<byte[]> back =
                ann.blobs().download(ann.who().accountId(), email.path("blobId").asText());
        assertThat(back.body()).as(email.path("subject").asText()).isEqualTo(bytes);
        int parts = 0;
        for (JsonNode blob : email.path("bodyStructure").findParents("blobId")) {
            if (blob.path("blobId").isTextual() && parts++ < 20) {
                HttpResponse<byte[]> part = ann.blobs()
                        .download(ann.who().accountId(), blob.path("blobId").asText());
                assertThat(part.statusCode()).as(blob.toString()).isEqualTo(200);
                assertThat(part.body().length)
                        .as(blob.toString())
                        .isEqualTo(blob.path("size").asInt());
                assertThat(BlobCalls.id(part.body()))
                        .isEqualTo(blob.path("blobId").asText());
            }
        }
    }

    /** Returns the messages in the tests of the parser of another project. */
    private static Map<String, byte[]> corpus() {
        URL one = Objects.requireNonNull(
                MailCorpusIT.class.getResource("/mimetools-testmsgs/ak-0696.msg"), "the other reader's tests");
        Map<String, byte[]> corpus = new LinkedHashMap<>();
        try (JarFile jar = ((JarURLConnection) one.openConnection()).getJarFile()) {
            for (var entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".msg")) {
                    corpus.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return corpus;
    }

    private static Map<String, byte[]> hostile() {
        Map<String, byte[]> hostile = new LinkedHashMap<>();
        byte[] randomBytes = new byte[20_000];
        new Random(5).nextBytes(randomBytes);
        String junk = new String(randomBytes, StandardCharsets.ISO_8859_1);
        StringBuilder deep = new StringBuilder("Subject: deep\r\n");
        StringBuilder wrapped = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            deep.append("Content-Type: multipart/mixed; boundary=b")
                    .append(i)
                    .append("\r\n\r\n--b")
                    .append(i)
                    .append("\r\n");
            wrapped.append("Content-Type: message/rfc822\r\n\r\n");
        }
        text(hostile, "deep", deep + "\r\nthe bottom");
        text(hostile, "wrapped", "Subject: wrapped\r\n" + wrapped + "Subject: inside\r\n\r\nx");
        text(hostile, "wide", "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\nx\r\n".repeat(20_000));
        text(
                hostile,
                "one boundary for all",
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
                        + "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(500) + "--b--");
        text(hostile, "no end", "Content-Type: multipart/mixed; boundary=\"\"\r\n\r\n--\r\n\r\nx");
        text(hostile, "long line", "Subject: " + "x".repeat(900_000) + "\r\n\r\nx");
        text(hostile, "many fields", "X-A: b\r\n".repeat(60_000) + "\r\nx");
        text(hostile, "fold", "Subject: a\r\n" + " b\r\n".repeat(40_000) + "\r\nx");
        text(hostile, "many people", "To: " + "a@b.test, ".repeat(40_000) + "\r\n\r\nx");
        text(hostile, "brackets", "To: " + "<".repeat(50_000) + "(".repeat(50_000) + "\r\n\r\nx");
        text(hostile, "references", "References: " + "<a@b> ".repeat(30_000) + "\r\n\r\nx");
        text(hostile, "encoded words", "Subject: " + "=?utf-8?q?=C3?= =?x?b?====?=".repeat(5_000) + "\r\n\r\nx");
        text(hostile, "parameters", "Content-Type: text/plain" + "; name*0*=utf-8''%ff".repeat(5_000) + "\r\n\r\nx");
        text(hostile, "unknown charset", "Content-Type: text/plain; charset=\"\0x-none\"\r\n\r\n\u00e9");
        text(hostile, "nulls", "Subject: a\0b\r\n\r\n" + "\0".repeat(10_000));
        text(hostile, "bare ends of lines", "Subject: a\rFrom: b@c.test\nTo: d@e.test\r\r\n\nx\ry");
        text(hostile, "base64 of nothing", "Content-Transfer-Encoding: base64\r\n\r\n" + junk);
        text(
                hostile,
                "quoted nothing",
                "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + "=".repeat(50_000) + junk);
        text(hostile, "uuencode", "Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 x\r\n" + junk);
        text(
                hostile,
                "dates",
                "Date: Fri, 99 Foo 99999 99:99:99 +9999\r\nReceived: x; 1 Jan 0001 00:00:00 +0000\r\n\r\nx");
        text(
                hostile,
                "html",
                "Content-Type: text/html\r\n\r\n" + "<div>".repeat(20_000) + "<!--" + "<script>".repeat(5_000));
        text(hostile, "only a header", "Subject: nothing follows");
        text(hostile, "a field alone", "Subject:");
        text(hostile, "noise after a field", "Subject: x\r\n" + junk);
        text(hostile, "noise", junk);
        text(hostile, "no header", "\r\n\r\nbody");
        return hostile;
    }

    private static void text(Map<String, byte[]> hostile, String name, String text) {
        hostile.put(name, text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
