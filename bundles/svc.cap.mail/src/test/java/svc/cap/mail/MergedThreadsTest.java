package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Threads with the search of the server: they are found and merged, also in a shared account. */
final class MergedThreadsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    /** Imports a message; returns its thread. */
    private static String letter(LocalMailUser user, String id, String references) {
        byte[] message = MailCalls.message(
                "From: a@far.test",
                "Subject: Re: plans",
                "Message-ID: <" + id + "@far.test>",
                "References: " + references,
                "",
                "About the plans, " + id + ".");
        return user.bring(message, user.mailbox("inbox"), "").path("threadId").asText();
    }

    private static JsonNode response(LocalMailUser user, String method, String arguments) {
        return user.using(List.of(MailCalls.THREADS), "['" + method + "',{" + arguments + "},'c']")
                .path(0);
    }

    private static JsonNode merge(LocalMailUser user, String account, String... threads) {
        return response(
                user,
                "Thread/merge",
                "'accountId':'" + account + "','merge':{'k':{'threadIds':['" + String.join("','", threads) + "']}}");
    }

    @Test
    @Covers("V2-02")
    void threadMergeIsReportedByChanges() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@threads.test");
        String first = letter(ann, "one", "<root1@far.test>");
        String second = letter(ann, "two", "<root2@far.test>");
        assertThat(second).isNotEqualTo(first);
        String state = ann.state("Thread");
        JsonNode merged = merge(ann, "@", second, first).path(1);
        assertThat(merged.at("/merged/k/id").asText()).isEqualTo(first);
        assertThat(MailCalls.texts(merged.at("/merged/k/emailIds"))).hasSize(2);
        assertThat(merged.path("notMerged").isNull()).isTrue();
        String now = merged.path("newState").asText();
        assertThat(merged.path("oldState").asText()).isEqualTo(state);
        assertThat(ann.state("Thread")).isEqualTo(now);
        JsonNode changes = ann.call("Thread/changes", "'sinceState':'" + state + "'");
        assertThat(MailCalls.texts(changes.path("updated"))).containsExactly(first);
        assertThat(MailCalls.texts(changes.path("destroyed"))).containsExactly(second);
        assertThat(letter(ann, "three", "<root2@far.test>"))
                .as("a late reply to the thread that is gone")
                .isEqualTo(first);
        JsonNode thread = response(ann, "Thread/get", "'accountId':'@','ids':['" + first + "']")
                .at("/1/list/0");
        assertThat(MailCalls.texts(thread.path("mergedFrom"))).containsExactly(second);
        assertThat(thread.path("emailIds")).hasSize(3);
        JsonNode found = response(
                        ann, "Thread/query", "'accountId':'@','filter':{'body':'plans'},'calculateTotal':true")
                .path(1);
        assertThat(MailCalls.texts(found.path("ids"))).containsExactly(first);
        assertThat(found.path("total").asInt()).isEqualTo(1);
    }

    @Test
    @Covers("V2-02")
    void concurrentMergesConverge() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@race.test");
        for (int round = 0; round < 5; round++) {
            String first = letter(ann, "a" + round, "<own-a" + round + "@far.test>");
            String second = letter(ann, "b" + round, "<own-b" + round + "@far.test>");
            String third = letter(ann, "c" + round, "<own-c" + round + "@far.test>");
            CompletableFuture<JsonNode> one = CompletableFuture.supplyAsync(() -> merge(ann, "@", first, second));
            CompletableFuture<JsonNode> other = CompletableFuture.supplyAsync(() -> merge(ann, "@", second, third));
            assertThat(one.join().at("/1/merged/k/id").asText()).isEqualTo(first);
            assertThat(other.join().at("/1/merged/k/id").asText()).isIn(first, second);
            JsonNode found = ann.call("Thread/get", "'ids':['" + first + "','" + second + "','" + third + "']");
            assertThat(found.path("list")).hasSize(1);
            assertThat(found.at("/list/0/id").asText()).isEqualTo(first);
            assertThat(found.at("/list/0/emailIds")).hasSize(3);
        }
    }

    @Test
    @Covers({"V2-02", "ACC-04"})
    void readOnlyShareCannotMerge() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@share.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@share.test");
        LocalMailUser eve = LocalMailUser.of(SERVER, "eve@elsewhere.test");
        String first = letter(ann, "one", "<root1@far.test>");
        String second = letter(ann, "two", "<root2@far.test>");
        String shared = "shared:" + ann.who().accountId();
        assertThat(merge(bob, shared, first, second).at("/1/type").asText()).isEqualTo("accountNotFound");
        share(ann, bob, Access.READ);
        JsonNode account = MailCalls.json(bob.who().session()).path("accounts").path(shared);
        assertThat(account.path("accountCapabilities").has(MailCalls.THREADS)).isTrue();
        assertThat(merge(bob, shared, first, second).at("/1/type").asText()).isEqualTo("accountReadOnly");
        assertThat(merge(eve, shared, first, second).at("/1/type").asText()).isEqualTo("accountNotFound");
        share(ann, bob, Access.WRITE);
        assertThat(merge(bob, shared, first, second).at("/1/merged/k/id").asText())
                .isEqualTo(first);
        assertThat(ann.call("Thread/get", "'ids':null").path("list")).hasSize(1);
    }

    private static void share(LocalMailUser owner, LocalMailUser with, Access access) {
        SERVER.share(owner.who(), with.who(), MailCalls.URN, access);
    }
}
