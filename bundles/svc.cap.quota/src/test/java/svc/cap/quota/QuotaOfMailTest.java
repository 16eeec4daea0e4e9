package svc.cap.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Quotas of accounts with mail: what clients see (RFC 9425), and what is rejected on each way. */
final class QuotaOfMailTest {

    private static final String BLOB = "urn:ietf:params:jmap:blob";
    private static final List<String> BOTH = List.of(QuotaCapability.URN, MailCalls.URN);

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.cap.blob", "svc.cap.quota");

    private static JsonNode quota(LocalMailUser user) {
        return user.using(BOTH, "['Quota/get',{'accountId':'@','ids':null},'c']")
                .at("/0/1/list/0");
    }

    private static void limit(LocalMailUser user, long bytes) {
        SERVER.directory().limit(user.who().account(), bytes);
    }

    private static byte[] letter(String subject, int length) {
        return MailCalls.message("From: a@far.test", "Subject: " + subject, "", "x".repeat(length));
    }

    @Test
    @Covers({"RFC9425 §4.1", "RFC9425 §4.2", "RFC9425 §4.3"})
    void quotaFollowsTheUsage() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@follows.test");
        assertThat(quota(ann).isMissingNode()).as("nothing limits it").isTrue();
        limit(ann, 100_000);
        byte[] bytes = letter("first", 5_000);
        String id = ann.bring(bytes);
        JsonNode quota = quota(ann);
        assertThat(quota.path("used").asLong())
                .isEqualTo(bytes.length)
                .isEqualTo(ann.who().usedBytes());
        assertThat(quota.path("hardLimit").asLong()).isEqualTo(100_000);
        assertThat(MailCalls.texts(quota.path("types"))).containsExactly("Email");
        String state = ann.using(BOTH, "['Quota/get',{'accountId':'@','ids':[]},'c']")
                .at("/0/1/state")
                .asText();
        ann.call("Email/set", "'destroy':['" + id + "']");
        JsonNode later = ann.using(
                BOTH,
                "['Quota/changes',{'accountId':'@','sinceState':'" + state + "'},'c']",
                "['Quota/get',{'accountId':'@','#ids':{'resultOf':'c','name':'Quota/changes','path':'/updated'},"
                        + "'#properties':{'resultOf':'c','name':'Quota/changes','path':'/updatedProperties'}},'g']");
        assertThat(MailCalls.texts(later.at("/0/1/updatedProperties"))).containsExactly("used");
        assertThat(later.at("/1/1/list/0/used").asLong()).as("free at once").isZero();
        assertThat(later.at("/1/1/list/0/hardLimit").isMissingNode()).isTrue();
        assertThat(ann.who().usedBytes()).isZero();
    }

    @Test
    @Covers(value = "DOM-02", open = "Sieve")
    void quotaIsEnforcedOnEveryWritePath() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@one.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@one.test");
        byte[] first = letter("first", 5_000);
        String kept = ann.bring(first);
        String others = bob.bring(letter("of bob", 5_000));
        String blob = bob.email(others, "blobId").path("blobId").asText();
        SERVER.share(bob.who(), ann.who(), MailCalls.URN, Access.READ);
        limit(ann, first.length + 1_000);

        assertThatThrownBy(() -> ann.upload(new byte[1_001]))
                .isInstanceOfSatisfying(
                        OverQuotaException.class,
                        refused -> assertThat(refused.messageFor(
                                        AccessibleAccount.own(ann.who().account())))
                                .contains("may keep " + (first.length + 1_000), "uses " + first.length));
        String shared = ann.who().sharedBy(bob.who());
        String inbox = ann.mailbox("inbox");
        JsonNode answers = ann.using(
                List.of(MailCalls.URN, BLOB),
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
        assertThat(ann.who().usedBytes()).as("nothing of it is counted").isEqualTo(first.length);

        assertThat(keptOfTwoAtOnce(ann)).isEqualTo(1);

        // The blob of the import exists; the quota of the destroyed email is used by others.
        String removed = ann.email(kept, "blobId").path("blobId").asText();
        ann.call("Email/set", "'destroy':['" + kept + "']");
        ann.bring(letter("second", 5_000));
        JsonNode back = ann.call(
                "Email/import", "'emails':{'k':{'blobId':'" + removed + "','mailboxIds':{'" + inbox + "':true}}}");
        assertThat(back.at("/notCreated/k/type").asText()).isEqualTo("overQuota");

        limit(ann, 10);
        assertThatThrownBy(() -> ann.upload(new byte[] {1})).isInstanceOf(OverQuotaException.class);
        assertThat(ann.call("Email/query", "'filter':null").path("ids"))
                .as("nothing is lost")
                .hasSize(1);
    }

    private static int keptOfTwoAtOnce(LocalMailUser ann) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            int kept = 0;
            for (Future<Boolean> answer : threads.invokeAll(List.of(upload(ann, 600), upload(ann, 700)))) {
                kept += answer.get() ? 1 : 0;
            }
            return kept;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Boolean> upload(LocalMailUser ann, int size) {
        return () -> {
            try {
                ann.upload(new byte[size]);
                return true;
            } catch (OverQuotaException refused) {
                return false;
            }
        };
    }
}
