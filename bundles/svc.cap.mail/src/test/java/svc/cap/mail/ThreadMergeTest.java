package svc.cap.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.api.store.ObjectId;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** V2-02: threads become one because somebody says so, or because a message that belongs to several arrives, however long they are. */
final class ThreadMergeTest {

    private static final int LONG = ThreadMerging.AT_ONCE + 41;

    @TempDir
    private Path directory;

    private MailHome home;
    private Client ada;
    private String inbox;

    @BeforeEach
    void begin() {
        home = new MailHome(directory);
        ada = home.account("ada");
        inbox = MailHome.roles(ada).getOrDefault("inbox", "");
    }

    @AfterEach
    void end() {
        home.close();
    }

    private Letter letter(Long... links) {
        return new Letter(inbox).subject("lunch").links(links);
    }

    private String put(Letter letter) {
        return thread(home.put(ada, letter).get(0));
    }

    private String thread(String email) {
        return String.valueOf(properties(ada, List.of(email), "threadId").get(0).get("threadId"));
    }

    private static List<Map<?, ?>> properties(Client client, @Nullable List<String> emails, String... names) {
        List<Map<?, ?>> found = new ArrayList<>();
        client.call("Email/get", Members.with("ids", emails, "properties", List.of(names)))
                .done()
                .list("list")
                .forEach(one -> found.add((Map<?, ?>) requireNonNull(one)));
        return found;
    }

    /** A new thread of many messages. */
    private String many(long link, int messages) {
        List<Letter> letters = new ArrayList<>(Collections.nCopies(messages, letter(link)));
        return thread(home.put(ada, letters).get(0));
    }

    private Response merge(Client client, Object... threads) {
        return client.call("Thread/merge", Map.of("merge", Map.of("m", Map.of("threadIds", List.of(threads)))));
    }

    private static Map<?, ?> merged(Response answer) {
        return (Map<?, ?>) requireNonNull(answer.done().object("merged").get("m"));
    }

    private static @Nullable Object refused(Response answer) {
        Map<?, ?> error =
                (Map<?, ?>) requireNonNull(answer.done().object("notMerged").get("m"));
        return error.get("type");
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 30_000 && !condition.getAsBoolean(); i++) {
            Thread.sleep(2);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    @Covers("V2-02")
    void theOldestStaysAndTakesTheMessagesOfTheOthers() {
        List<String> ids = home.put(
                ada,
                letter(1L).at(30),
                letter(2L).at(10).with("$seen", "work").size(77),
                letter(3L).at(20));
        List<String> threads = ids.stream().map(this::thread).toList();
        String threadState = ada.state("Thread");
        String emailState = ada.state("Email");

        Response answer = merge(ada, threads.get(2), threads.get(0), threads.get(1));

        Map<?, ?> one = merged(answer);
        assertThat(one.get("id")).isEqualTo(threads.get(0));
        assertThat(answer.arguments()).containsEntry("notMerged", null).containsEntry("oldState", threadState);
        assertThat(answer.text("newState")).isEqualTo(ada.state("Thread"));
        List<?> emails = (List<?>) requireNonNull(one.get("emailIds"));
        assertThat(emails).hasSize(3).last().isEqualTo(ids.get(0));
        Map<String, @Nullable Object> thread = ada.get("Thread", threads.get(0));
        assertThat(thread).containsEntry("emailIds", emails);
        assertThat(thread).containsEntry("mergedFrom", List.of(threads.get(1), threads.get(2)));
        Response changes =
                ada.call("Thread/changes", Map.of("sinceState", threadState)).done();
        assertThat(changes.texts("updated")).containsExactly(threads.get(0));
        assertThat(changes.texts("destroyed")).containsExactlyInAnyOrder(threads.get(1), threads.get(2));
        Response mails =
                ada.call("Email/changes", Map.of("sinceState", emailState)).done();
        assertThat(mails.texts("destroyed")).containsExactlyInAnyOrder(ids.get(1), ids.get(2));
        String moved = String.valueOf(emails.get(0));
        assertThat(properties(ada, List.of(moved), "threadId", "keywords", "size", "receivedAt"))
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
        assertThat(ada.get("Mailbox", inbox)).containsEntry("totalEmails", 3).containsEntry("totalThreads", 1);
    }

    @Test
    @Covers("V2-02")
    void whatArrivesLaterForOneOfThemStaysWithAll() {
        String first = put(letter(1L));
        String second = put(letter(2L));
        merge(ada, first, second).done();
        assertThat(put(letter(2L))).isEqualTo(first);
        assertThat(put(letter(1L))).isEqualTo(first);
        assertThat(put(letter(3L, 2L))).isEqualTo(first);
        String other = put(letter(4L));
        merge(ada, other, first).done();
        assertThat(put(letter(2L))).isEqualTo(first);
        assertThat(ada.get("Thread", first)).containsEntry("mergedFrom", List.of(second, other));
    }

    @Test
    @Covers("V2-02")
    void itDoesNotMatterInWhichOrderClientsSayWhatBelongsTogether() {
        String first = put(letter(1L));
        String second = put(letter(2L));
        String third = put(letter(3L));
        merge(ada, third, second).done();
        assertThat(merged(merge(ada, third, first)).get("id")).isEqualTo(first);
        String state = ada.state("Thread");
        assertThat(merged(merge(ada, second, third, first)).get("id"))
                .as("said once more")
                .isEqualTo(first);
        assertThat(ada.state("Thread")).isEqualTo(state);
        assertThat(ada.all("Thread")).containsOnlyKeys(first);
        assertThat(ada.get("Thread", first)).containsEntry("mergedFrom", List.of(second, third));
    }

    @Test
    @Covers("V2-02")
    void threadsAreTheSameInWhateverOrderMessagesArrive() {
        List<Letter> letters = List.of(
                letter(1L), letter(2L, 1L), letter(3L), letter(4L, 3L), letter(5L, 2L, 4L), letter(6L), letter(7L, 6L));
        Set<Set<Integer>> expected = Set.of(Set.of(0, 1, 2, 3, 4), Set.of(5, 6));
        for (int seed = 0; seed < 20; seed++) {
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6));
            Collections.shuffle(order, new Random(seed));
            Client client = home.account("player" + seed);
            String box = MailHome.roles(client).getOrDefault("inbox", "");
            for (int i : order) {
                Letter letter = letters.get(i);
                home.put(
                        client,
                        new Letter(box)
                                .subject("lunch")
                                .links(letter.links.toArray(Long[]::new))
                                .size(i));
            }
            Map<Object, Set<Integer>> threads = new HashMap<>();
            properties(client, null, "threadId", "size")
                    .forEach(email -> threads.computeIfAbsent(
                                    requireNonNull(email.get("threadId")), id -> new HashSet<>())
                            .add(requireNonNull((Number) email.get("size")).intValue()));
            assertThat(new HashSet<>(threads.values())).as("order " + order).isEqualTo(expected);
        }
    }

    @Test
    @Covers("V2-02")
    void whatIsNoMergeIsRefusedAndChangesNothing() {
        String first = put(letter(1L));
        String second = put(letter(2L));
        String state = ada.state("Thread");
        assertThat(refused(merge(ada, first, "t999999"))).isEqualTo("notFound");
        assertThat(refused(merge(ada, first, "nonsense"))).isEqualTo("notFound");
        for (Object[] wrong : new Object[][] {{}, {first}, {first, first}, {first, 7}}) {
            assertThat(refused(merge(ada, wrong))).isEqualTo("invalidProperties");
        }
        for (Map<String, Object> given : List.of(
                Map.<String, Object>of(),
                Map.<String, Object>of("threadIds", first),
                Map.<String, Object>of("threadIds", List.of(first, second), "more", 1))) {
            assertThat(refused(ada.call("Thread/merge", Map.of("merge", Map.of("m", given)))))
                    .isEqualTo("invalidProperties");
        }
        assertThat(ada.call("Thread/merge", Map.of("merge", Map.of("m", List.of())))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(ada.call("Thread/merge", Map.of()).error()).isEqualTo("invalidArguments");
        assertThat(merge(ada, Collections.nCopies(501, first).toArray()).error())
                .isEqualTo("requestTooLarge");
        Map<String, Object> good = Map.of("m", Map.of("threadIds", List.of(first, second)));
        assertThat(ada.call("Thread/merge", Map.of("ifInState", "0", "merge", good))
                        .error())
                .isEqualTo("stateMismatch");
        assertThat(ada.state("Thread")).isEqualTo(state);
        assertThat(ada.all("Thread")).containsOnlyKeys(first, second);

        Map<String, Object> both = Map.of(
                "bad",
                Map.of("threadIds", List.of(first, "t999")),
                "good",
                Map.of("threadIds", List.of(first, second)));
        Response answer = ada.call("Thread/merge", Map.of("ifInState", state, "merge", both))
                .done();
        assertThat(answer.object("merged")).containsOnlyKeys("good");
        assertThat(answer.object("notMerged")).containsOnlyKeys("bad");
    }

    @Test
    @Covers({"V2-02", "ACC-04"})
    void aShareToReadDoesNotMergeAndAStrangerSeesNothing() {
        Client bob = home.account("bob");
        Client eve = home.engine.account("elsewhere", "eve");
        String first = put(letter(1L));
        String second = put(letter(2L));
        Map<String, Object> arguments = Map.of(
                "accountId", bob.sharedBy(ada), "merge", Map.of("m", Map.of("threadIds", List.of(first, second))));
        assertThat(bob.call("Thread/merge", arguments).error()).isEqualTo("accountNotFound");
        home.engine.share(ada, bob, MailCapability.URN, Access.READ);
        assertThat(bob.call("Thread/merge", arguments).error()).isEqualTo("accountReadOnly");
        assertThat(bob.call("Thread/query", Map.of("accountId", bob.sharedBy(ada)))
                        .done()
                        .texts("ids"))
                .containsExactlyInAnyOrder(first, second);
        Map<String, Object> foreign = new HashMap<>(arguments);
        foreign.put("accountId", eve.sharedBy(ada));
        assertThat(eve.call("Thread/merge", foreign).error()).isEqualTo("accountNotFound");
        assertThat(refused(merge(eve, first, second))).as("no ids of its own").isEqualTo("notFound");
        assertThat(ada.all("Thread")).hasSize(2);
        home.engine.share(ada, bob, MailCapability.URN, Access.WRITE);
        assertThat(merged(bob.call("Thread/merge", arguments)).get("id")).isEqualTo(first);
        home.engine.unshare(ada, bob);
        home.engine.share(ada, bob, "urn:ietf:params:jmap:todo", Access.WRITE);
        assertThat(bob.call("Thread/query", Map.of("accountId", bob.sharedBy(ada)))
                        .error())
                .as("a share of something else")
                .isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    @Covers(
            value = {"CAP-05", "CAP-06"},
            partial = "contacts and calendars")
    void eachCapabilityUnlocksItsMethodsAndProperties() {
        String first = put(letter(1L));
        Client v1 = ada.using("urn:ietf:params:jmap:core", MailCapability.URN);
        Client v2 = ada.using("urn:ietf:params:jmap:core", ThreadsCapability.URN);
        Client second = ada.using("urn:ietf:params:jmap:core", SecondMailCapability.URN);
        assertThat(v1.get("Thread", first)).containsOnlyKeys("id", "emailIds");
        assertThat(second.get("Thread", first)).containsOnlyKeys("id", "emailIds");
        assertThat(v2.get("Thread", first)).containsOnlyKeys("id", "emailIds", "mergedFrom");
        assertThat(ada.get("Thread", first)).containsOnlyKeys("id", "emailIds", "mergedFrom");
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
        assertThat(ada.using("urn:ietf:params:jmap:core")
                        .call("Thread/get", Map.of("ids", List.of()))
                        .error())
                .isEqualTo("unknownCapability");
    }

    @Test
    @Covers("V2-02")
    void longThreadsBecomeOneAFewMessagesAtATime() throws InterruptedException {
        String first = many(1, 3);
        String second = many(2, LONG);
        String late = put(letter(1L, 2L));
        assertThat(late).isEqualTo(first);
        String reply = put(letter(2L));
        assertThat(reply).as("while messages are on their way").isEqualTo(first);
        until(() -> ada.all("Thread").size() == 1);
        assertThat((Collection<?>) ada.get("Thread", first).get("emailIds")).hasSize(LONG + 5);
        assertThat(ada.get("Thread", first)).containsEntry("mergedFrom", List.of(second));
        assertThat(ada.get("Mailbox", inbox))
                .containsEntry("totalEmails", LONG + 5)
                .containsEntry("totalThreads", 1);
    }

    @Test
    @Covers("V2-02")
    void longThreadsAreOneWhenTheAnswerComes() {
        String first = many(1, LONG);
        String second = many(2, LONG);
        Map<?, ?> one = merged(merge(ada, first, second));
        assertThat((List<?>) requireNonNull(one.get("emailIds"))).hasSize(2 * LONG);
        assertThat(ada.all("Thread")).containsOnlyKeys(first);
    }

    private static long number(String thread) {
        return ObjectId.number(MailThread.LETTER, thread).orElseThrow();
    }

    /** As if the server had been stopped before a message was moved. */
    private void leaveOpen(String survivor, String thread) {
        home.store.write(MailHome.scope(ada), tx -> {
            LinkRows.move(tx.sql(), List.of(number(thread)), number(survivor));
            MergedRows.add(tx.sql(), number(survivor), List.of(number(thread)));
            return tx;
        });
    }

    private void destroyMessagesOf(String thread) {
        Object emails = requireNonNull(ada.get("Thread", thread).get("emailIds"));
        home.store.write(MailHome.scope(ada), tx -> {
            List<Long> numbers = ((Collection<?>) emails)
                    .stream().map(id -> MailHome.email(String.valueOf(id))).toList();
            home.ledger.remove(tx, Ledger.placed(tx, numbers).values());
            return tx;
        });
    }

    @Test
    void whatWasOnItsWayGoesOnAfterARestart() throws InterruptedException {
        String first = many(1, 2);
        String second = many(2, 30);
        leaveOpen(first, second);
        new ThreadMerging(home.store, home.blobs).ensure(MailHome.scope(ada));
        until(() -> ada.all("Thread").size() == 1);
        assertThat(ada.get("Thread", first)).containsEntry("mergedFrom", List.of(second));
    }

    @Test
    void whatWasOnItsWayToAThreadThatIsNoMoreStaysForItself() {
        String first = many(1, 2);
        String second = many(2, 3);
        String third = many(3, 3);
        leaveOpen(first, second);
        leaveOpen(first, third);
        destroyMessagesOf(first);
        assertThat(put(letter(1L))).as("the links are inherited").isEqualTo(second);
        assertThat(put(letter(3L))).isEqualTo(second);
        home.merging.finish(MailHome.scope(ada), () -> {});
        assertThat(ada.all("Thread")).containsOnlyKeys(second);
        assertThat(ada.get("Thread", second)).containsEntry("mergedFrom", List.of(third));
    }

    @Test
    void whatWentForGoodOnItsWayIsMovedNoMore() {
        String first = many(1, 2);
        String second = many(2, 3);
        leaveOpen(first, second);
        destroyMessagesOf(second);
        home.merging.finish(MailHome.scope(ada), () -> {});
        assertThat((Collection<?>) ada.get("Thread", first).get("emailIds")).hasSize(2);
        assertThat(put(letter(2L))).isEqualTo(first);
        destroyMessagesOf(first);
        assertThat(put(letter(2L))).as("all of it is forgotten").isNotIn(first, second);
    }
}
