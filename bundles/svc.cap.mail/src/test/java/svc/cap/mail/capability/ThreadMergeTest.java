package svc.cap.mail.capability;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.cap.mail.TestMessage;
import svc.cap.mail.ThreadFixture;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * V2-02: threads merge by {@code Thread/merge} or when a message arrives that belongs to several, whatever their
 * length.
 */
final class ThreadMergeTest {

    @TempDir
    private Path directory;

    private ThreadFixture talk;

    @BeforeEach
    void begin() {
        talk = ThreadFixture.in(directory);
    }

    @AfterEach
    void end() {
        talk.home().close();
    }

    private static @Nullable Object refused(Response answer) {
        Map<?, ?> error =
                (Map<?, ?>) requireNonNull(answer.done().object("notMerged").get("m"));
        return error.get("type");
    }

    @Test
    @Covers("V2-02")
    void oldestThreadReceivesTheEmailsOfTheOthers() {
        List<String> ids = talk.home()
                .put(
                        talk.ada(),
                        talk.letter(1L).at(30),
                        talk.letter(2L).at(10).with("$seen", "work").size(77),
                        talk.letter(3L).at(20));
        List<String> threads = ids.stream().map(talk::thread).toList();
        String threadState = talk.ada().state("Thread");
        String emailState = talk.ada().state("Email");

        Response answer = ThreadFixture.merge(talk.ada(), threads.get(2), threads.get(0), threads.get(1));

        Map<?, ?> one = ThreadFixture.merged(answer);
        assertThat(one.get("id")).isEqualTo(threads.get(0));
        assertThat(answer.arguments()).containsEntry("notMerged", null).containsEntry("oldState", threadState);
        assertThat(answer.text("newState")).isEqualTo(talk.ada().state("Thread"));
        List<?> emails = (List<?>) requireNonNull(one.get("emailIds"));
        assertThat(emails).hasSize(3).last().isEqualTo(ids.get(0));
        Map<String, @Nullable Object> thread = talk.ada().get("Thread", threads.get(0));
        assertThat(thread).containsEntry("emailIds", emails);
        assertThat(thread).containsEntry("mergedFrom", List.of(threads.get(1), threads.get(2)));
        Response changes = talk.ada()
                .call("Thread/changes", Map.of("sinceState", threadState))
                .done();
        assertThat(changes.texts("updated")).containsExactly(threads.get(0));
        assertThat(changes.texts("destroyed")).containsExactlyInAnyOrder(threads.get(1), threads.get(2));
        Response mails = talk.ada()
                .call("Email/changes", Map.of("sinceState", emailState))
                .done();
        assertThat(mails.texts("destroyed")).containsExactlyInAnyOrder(ids.get(1), ids.get(2));
        String moved = String.valueOf(emails.get(0));
        assertThat(ThreadFixture.properties(talk.ada(), List.of(moved), "threadId", "keywords", "size", "receivedAt"))
                .isEqualTo(List.of(Map.of(
                        "id",
                        moved,
                        "threadId",
                        threads.get(0),
                        "keywords",
                        Map.of("$seen", true, "work", true),
                        "size",
                        77,
                        "receivedAt",
                        "2026-01-05T00:00:10Z")));
        assertThat(talk.ada().get("Mailbox", talk.inbox()))
                .containsEntry("totalEmails", 3)
                .containsEntry("totalThreads", 1);
    }

    @Test
    @Covers("V2-02")
    void laterEmailsJoinTheMergedThread() {
        String first = talk.put(talk.letter(1L));
        String second = talk.put(talk.letter(2L));
        ThreadFixture.merge(talk.ada(), first, second).done();
        assertThat(talk.put(talk.letter(2L))).isEqualTo(first);
        assertThat(talk.put(talk.letter(1L))).isEqualTo(first);
        assertThat(talk.put(talk.letter(3L, 2L))).isEqualTo(first);
        String other = talk.put(talk.letter(4L));
        ThreadFixture.merge(talk.ada(), other, first).done();
        assertThat(talk.put(talk.letter(2L))).isEqualTo(first);
        assertThat(talk.ada().get("Thread", first)).containsEntry("mergedFrom", List.of(second, other));
    }

    @Test
    @Covers("V2-02")
    void mergeOrderDoesNotMatter() {
        String first = talk.put(talk.letter(1L));
        String second = talk.put(talk.letter(2L));
        String third = talk.put(talk.letter(3L));
        ThreadFixture.merge(talk.ada(), third, second).done();
        assertThat(ThreadFixture.merged(ThreadFixture.merge(talk.ada(), third, first))
                        .get("id"))
                .isEqualTo(first);
        String state = talk.ada().state("Thread");
        assertThat(ThreadFixture.merged(ThreadFixture.merge(talk.ada(), second, third, first))
                        .get("id"))
                .as("said once more")
                .isEqualTo(first);
        assertThat(talk.ada().state("Thread")).isEqualTo(state);
        assertThat(talk.ada().all("Thread")).containsOnlyKeys(first);
        assertThat(talk.ada().get("Thread", first)).containsEntry("mergedFrom", List.of(second, third));
    }

    @Test
    @Covers("V2-02")
    void threadsDoNotDependOnArrivalOrder() {
        List<TestMessage> letters = List.of(
                talk.letter(1L),
                talk.letter(2L, 1L),
                talk.letter(3L),
                talk.letter(4L, 3L),
                talk.letter(5L, 2L, 4L),
                talk.letter(6L),
                talk.letter(7L, 6L));
        Set<Set<Integer>> expected = Set.of(Set.of(0, 1, 2, 3, 4), Set.of(5, 6));
        for (int seed = 0; seed < 20; seed++) {
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6));
            Collections.shuffle(order, new Random(seed));
            Client client = talk.home().account("player" + seed);
            String mailbox = MailHome.roles(client).getOrDefault("inbox", "");
            for (int i : order) {
                TestMessage letter = letters.get(i);
                talk.home()
                        .put(
                                client,
                                new TestMessage(mailbox)
                                        .subject("lunch")
                                        .links(letter.links.toArray(Long[]::new))
                                        .size(i));
            }
            Map<Object, Set<Integer>> threads = new HashMap<>();
            ThreadFixture.properties(client, null, "threadId", "size")
                    .forEach(email -> threads.computeIfAbsent(
                                    requireNonNull(email.get("threadId")), id -> new HashSet<>())
                            .add(requireNonNull((Number) email.get("size")).intValue()));
            assertThat(new HashSet<>(threads.values())).as("order " + order).isEqualTo(expected);
        }
    }

    @Test
    @Covers("V2-02")
    void rejectsInvalidMerges() {
        String first = talk.put(talk.letter(1L));
        String second = talk.put(talk.letter(2L));
        String state = talk.ada().state("Thread");
        assertThat(refused(ThreadFixture.merge(talk.ada(), first, "t999999"))).isEqualTo("notFound");
        assertThat(refused(ThreadFixture.merge(talk.ada(), first, "nonsense"))).isEqualTo("notFound");
        for (Object[] wrong : new Object[][] {{}, {first}, {first, first}, {first, 7}}) {
            assertThat(refused(ThreadFixture.merge(talk.ada(), wrong))).isEqualTo("invalidProperties");
        }
        for (Map<String, Object> given : List.of(
                Map.<String, Object>of(),
                Map.<String, Object>of("threadIds", first),
                Map.<String, Object>of("threadIds", List.of(first, second), "more", 1))) {
            assertThat(refused(talk.ada().call("Thread/merge", Map.of("merge", Map.of("m", given)))))
                    .isEqualTo("invalidProperties");
        }
        assertThat(talk.ada()
                        .call("Thread/merge", Map.of("merge", Map.of("m", List.of())))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(talk.ada().call("Thread/merge", Map.of()).error()).isEqualTo("invalidArguments");
        assertThat(ThreadFixture.merge(
                                talk.ada(), Collections.nCopies(501, first).toArray())
                        .error())
                .isEqualTo("requestTooLarge");
        Map<String, Object> good = Map.of("m", Map.of("threadIds", List.of(first, second)));
        assertThat(talk.ada()
                        .call("Thread/merge", Map.of("ifInState", "0", "merge", good))
                        .error())
                .isEqualTo("stateMismatch");
        assertThat(talk.ada().state("Thread")).isEqualTo(state);
        assertThat(talk.ada().all("Thread")).containsOnlyKeys(first, second);

        Map<String, Object> both = Map.of(
                "bad",
                Map.of("threadIds", List.of(first, "t999")),
                "good",
                Map.of("threadIds", List.of(first, second)));
        Response answer = talk.ada()
                .call("Thread/merge", Map.of("ifInState", state, "merge", both))
                .done();
        assertThat(answer.object("merged")).containsOnlyKeys("good");
        assertThat(answer.object("notMerged")).containsOnlyKeys("bad");
    }

    @Test
    @Covers({"V2-02", "ACC-04"})
    void readOnlyShareCannotMergeAndOtherAccountsSeeNothing() {
        Client bob = talk.home().account("bob");
        Client otherTenantClient = talk.home().engine.account("elsewhere", "eve");
        String first = talk.put(talk.letter(1L));
        String second = talk.put(talk.letter(2L));
        Map<String, Object> arguments = Map.of(
                "accountId",
                bob.sharedBy(talk.ada()),
                "merge",
                Map.of("m", Map.of("threadIds", List.of(first, second))));
        assertThat(bob.call("Thread/merge", arguments).error()).isEqualTo("accountNotFound");
        talk.home().engine.share(talk.ada(), bob, MailCapability.URN, Access.READ);
        assertThat(bob.call("Thread/merge", arguments).error()).isEqualTo("accountReadOnly");
        assertThat(bob.call("Thread/query", Map.of("accountId", bob.sharedBy(talk.ada())))
                        .done()
                        .texts("ids"))
                .containsExactlyInAnyOrder(first, second);
        Map<String, Object> foreign = new HashMap<>(arguments);
        foreign.put("accountId", otherTenantClient.sharedBy(talk.ada()));
        assertThat(otherTenantClient.call("Thread/merge", foreign).error()).isEqualTo("accountNotFound");
        assertThat(refused(ThreadFixture.merge(otherTenantClient, first, second)))
                .as("no ids of its own")
                .isEqualTo("notFound");
        assertThat(talk.ada().all("Thread")).hasSize(2);
        talk.home().engine.share(talk.ada(), bob, MailCapability.URN, Access.WRITE);
        assertThat(ThreadFixture.merged(bob.call("Thread/merge", arguments)).get("id"))
                .isEqualTo(first);
        talk.home().engine.unshare(talk.ada(), bob);
        talk.home().engine.share(talk.ada(), bob, "urn:ietf:params:jmap:todo", Access.WRITE);
        assertThat(bob.call("Thread/query", Map.of("accountId", bob.sharedBy(talk.ada())))
                        .error())
                .as("a share of something else")
                .isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    @Covers(
            value = {"CAP-05", "CAP-06"},
            open = "contacts and calendars")
    void capabilitiesUnlockTheirMethodsAndProperties() {
        String first = talk.put(talk.letter(1L));
        Client v1 = talk.ada().using("urn:ietf:params:jmap:core", MailCapability.URN);
        Client v2 = talk.ada().using("urn:ietf:params:jmap:core", ThreadsCapability.URN);
        Client second = talk.ada().using("urn:ietf:params:jmap:core", MailV2Capability.URN);
        assertThat(v1.get("Thread", first)).containsOnlyKeys("id", "emailIds");
        assertThat(second.get("Thread", first)).containsOnlyKeys("id", "emailIds");
        assertThat(v2.get("Thread", first)).containsOnlyKeys("id", "emailIds", "mergedFrom");
        assertThat(talk.ada().get("Thread", first)).containsOnlyKeys("id", "emailIds", "mergedFrom");
        String state = v2.state("Thread");
        v2.call("Thread/changes", Map.of("sinceState", state)).done();
        v1.call("Thread/changes", Map.of("sinceState", state)).done();
        Map<String, Object> named = Map.of("ids", List.of(first), "properties", List.of("mergedFrom"));
        assertThat(v1.call("Thread/get", named).error()).isEqualTo("invalidArguments");
        v2.call("Thread/query", Map.of()).done();
        for (String method : List.of("Thread/query", "Thread/queryChanges", "Thread/merge")) {
            assertThat(v1.call(method, Map.of()).error()).as(method).isEqualTo("unknownCapability");
        }
        assertThat(v2.call("Email/get", Map.of("ids", List.of())).error()).isEqualTo("unknownCapability");
        assertThat(talk.ada()
                        .using("urn:ietf:params:jmap:core")
                        .call("Thread/get", Map.of("ids", List.of()))
                        .error())
                .isEqualTo("unknownCapability");
    }
}
