package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** The used bytes of an account after a kill, and the response to an upload beyond the quota. */
final class QuotaIT {

    private static final String URN = "urn:ietf:params:jmap:quota";

    private static final int ROUNDS = 2;

    @TempDir
    private Path directory;

    private RunningServer server(Path home) {
        return SvcCommand.svc()
                .start(home, "--set", "tenants.default_quota_bytes=0")
                .ready();
    }

    private static JsonNode quota(MailUser user) {
        return user.using(List.of(URN, MailUser.URN), "['Quota/get',{'accountId':'@','ids':null},'c']")
                .at("/0/1/list/0");
    }

    private static byte[] letter(String subject, int length) {
        return MailCalls.message("From: a@far.test", "Subject: " + subject, "", "x".repeat(length));
    }

    @Test
    @Covers("RFC9425 §4.1")
    void usageIsCorrectAfterAKill() throws Exception {
        Path home = directory.resolve("home");
        RunningServer server = server(home);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                MailUser ann = round == 0 ? MailUser.of(server, "ann@one.test") : again(server, "ann@one.test");
                if (round == 0) {
                    ann.limit(10_000_000);
                }
                int number = round;
                Thread importer = new Thread(() -> untilDead(ann, number));
                importer.start();
                server.killAfter(Duration.ofMillis(1_500));
                importer.join();
                server = server(home);
                MailUser back = again(server, "ann@one.test");
                long sum = 0;
                for (JsonNode email : back.call("Email/get", "'ids':null,'properties':['size']")
                        .path("list")) {
                    sum += email.path("size").asLong();
                }
                assertThat(back.used()).isEqualTo(sum);
                assertThat(quota(back).path("used").asLong()).isEqualTo(sum);
                assertThat(server.command("", "doctor", "--only", "storage", "--json")
                                .out())
                        .contains("1 accounts were recounted; their quotas are correct.");
                if (round == ROUNDS - 1) {
                    rejectsAnUpload(back);
                }
            }
        } finally {
            server.close();
        }
    }

    private static void rejectsAnUpload(MailUser ann) {
        ann.limit(10);
        HttpResponse<byte[]> upload = ann.blobs().upload(ann.who().accountId(), new byte[] {1});
        assertThat(upload.statusCode()).isEqualTo(413);
        assertThat(BlobClient.json(upload).path("limit").asText()).isEqualTo("overQuota");
        assertThat(BlobClient.json(upload).path("detail").asText()).contains("may keep 10", "uses " + ann.used());
    }

    private static MailUser again(RunningServer server, String email) {
        SignedIn who = SignedIn.again(server, email);
        return new MailUser(who, BlobClient.of(who));
    }

    private static void untilDead(MailUser ann, int round) {
        try {
            for (int i = 0; i < 400; i++) {
                String id = ann.bring(letter("r" + round + " n" + i, 100 + i));
                if (i % 3 == 0) {
                    ann.call("Email/set", "'destroy':['" + id + "']");
                }
            }
        } catch (UncheckedIOException | IllegalStateException failure) {
            // the server was killed
        }
    }
}
