package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Quotas over HTTP: what clients see (RFC 9425), what is rejected on each way, and the counts after a kill. */
final class QuotaIT {

    private static final String URN = "urn:ietf:params:jmap:quota";
    private static final String BLOB = "urn:ietf:params:jmap:blob";

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

    private static void share(MailUser owner, MailUser with) {
        HttpResponse<String> response = owner.who()
                .post("/whoami?with=" + with.who().email() + "&capability=" + MailUser.URN + "&access=READ", "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
    }

    @Test
    @Covers({"RFC9425 §4.1", "RFC9425 §4.2", "RFC9425 §4.3"})
    void quotaFollowsTheUsage() {
        try (RunningServer server = server(directory.resolve("home"))) {
            MailUser ann = MailUser.of(server, "ann@one.test");
            assertThat(quota(ann).isMissingNode()).as("nothing limits it").isTrue();
            ann.limit(100_000);
            byte[] bytes = letter("first", 5_000);
            String id = ann.bring(bytes);
            JsonNode quota = quota(ann);
            assertThat(quota.path("used").asLong()).isEqualTo(bytes.length).isEqualTo(ann.used());
            assertThat(quota.path("hardLimit").asLong()).isEqualTo(100_000);
            assertThat(MailCalls.texts(quota.path("types"))).containsExactly("Email");
            String state = ann.using(List.of(URN, MailUser.URN), "['Quota/get',{'accountId':'@','ids':[]},'c']")
                    .at("/0/1/state")
                    .asText();
            ann.call("Email/set", "'destroy':['" + id + "']");
            JsonNode later = ann.using(
                    List.of(URN, MailUser.URN),
                    "['Quota/changes',{'accountId':'@','sinceState':'" + state + "'},'c']",
                    "['Quota/get',{'accountId':'@','#ids':{'resultOf':'c','name':'Quota/changes','path':'/updated'},"
                            + "'#properties':{'resultOf':'c','name':'Quota/changes','path':'/updatedProperties'}},'g']");
            assertThat(MailCalls.texts(later.at("/0/1/updatedProperties"))).containsExactly("used");
            assertThat(later.at("/1/1/list/0/used").asLong()).as("free at once").isZero();
            assertThat(later.at("/1/1/list/0/hardLimit").isMissingNode()).isTrue();
            assertThat(ann.used()).isZero();
        }
    }

    @Test
    @Covers(value = "DOM-02", open = "Sieve")
    void quotaIsEnforcedOnEveryWritePath() throws Exception {
        try (RunningServer server = server(WhoAmIBundle.in(directory.resolve("home")))) {
            MailUser ann = MailUser.of(server, "ann@one.test");
            MailUser bob = MailUser.of(server, "bob@one.test");
            byte[] first = letter("first", 5_000);
            String kept = ann.bring(first);
            String others = bob.bring(letter("of bob", 5_000));
            String blob = bob.email(others, "blobId").path("blobId").asText();
            share(bob, ann);
            ann.limit(first.length + 1_000);

            HttpResponse<byte[]> upload = ann.blobs().upload(ann.who().accountId(), new byte[1_001]);
            assertThat(upload.statusCode()).isEqualTo(413);
            assertThat(BlobClient.json(upload).path("limit").asText()).isEqualTo("overQuota");
            assertThat(BlobClient.json(upload).path("detail").asText())
                    .contains("may keep " + (first.length + 1_000), "uses " + first.length);
            String shared = "shared:" + bob.who().accountId();
            String inbox = ann.mailbox("inbox");
            JsonNode answers = ann.using(
                    List.of(MailUser.URN, BLOB),
                    "['Blob/upload',{'accountId':'@','create':{'k':{'data':[{'data:asText':'" + "y".repeat(1_001)
                            + "'}]}}},'a']",
                    "['Blob/copy',{'fromAccountId':'" + shared + "','accountId':'@','blobIds':['" + blob + "']},'b']",
                    "['Email/copy',{'fromAccountId':'" + shared + "','accountId':'@','create':{'k':{'id':'" + others
                            + "','mailboxIds':{'" + inbox + "':true}}}},'c']",
                    "['Email/set',{'accountId':'@','create':{'k':{'subject':'" + "z".repeat(1_001) + "','mailboxIds':{'"
                            + inbox + "':true}}}},'d']");
            assertThat(answers.at("/0/1/notCreated/k/type").asText()).isEqualTo("overQuota");
            assertThat(answers.at("/1/1/notCopied/" + blob + "/type").asText()).isEqualTo("overQuota");
            assertThat(answers.at("/2/1/notCreated/k/type").asText()).isEqualTo("overQuota");
            assertThat(answers.at("/3/1/notCreated/k/type").asText()).isEqualTo("overQuota");
            assertThat(answers.at("/3/1/notCreated/k/description").asText()).contains("uses " + first.length);
            assertThat(ann.used()).as("nothing of it is counted").isEqualTo(first.length);

            twoAtOnce(ann);

            // The blob of the import exists; the quota of the destroyed email is used by others.
            String removed = ann.email(kept, "blobId").path("blobId").asText();
            ann.call("Email/set", "'destroy':['" + kept + "']");
            ann.bring(letter("second", 5_000));
            JsonNode back = ann.call(
                    "Email/import", "'emails':{'k':{'blobId':'" + removed + "','mailboxIds':{'" + inbox + "':true}}}");
            assertThat(back.at("/notCreated/k/type").asText()).isEqualTo("overQuota");

            ann.limit(10);
            assertThat(ann.blobs().upload(ann.who().accountId(), new byte[] {1}).statusCode())
                    .isEqualTo(413);
            assertThat(ann.call("Email/query", "'filter':null").path("ids"))
                    .as("nothing is lost")
                    .hasSize(1);
        }
    }

    private static void twoAtOnce(MailUser ann) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<Integer> one = () ->
                    ann.blobs().upload(ann.who().accountId(), new byte[600]).statusCode();
            Callable<Integer> other = () ->
                    ann.blobs().upload(ann.who().accountId(), new byte[700]).statusCode();
            int kept = 0;
            for (Future<Integer> answer : threads.invokeAll(List.of(one, other))) {
                kept += answer.get() == 201 ? 1 : 0;
            }
            assertThat(kept).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Covers("RFC9425 §4.1")
    void usageIsCorrectAfterAKill() throws Exception {
        Path home = directory.resolve("home");
        RunningServer server = server(home);
        try {
            for (int round = 0; round < 3; round++) {
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
            }
        } finally {
            server.close();
        }
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
