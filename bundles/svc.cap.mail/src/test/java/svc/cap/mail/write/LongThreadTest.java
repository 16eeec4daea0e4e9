package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.ObjectId;
import svc.cap.mail.FailingTaskStore;
import svc.cap.mail.ThreadFixture;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.table.MessageIdRows;
import svc.cap.mail.table.ThreadMergeRows;
import svc.testkit.Covers;
import svc.testkit.Eventually;

/** Long threads merge a few emails at a time, also across failures and concurrent changes. */
final class LongThreadTest {

    private static final int LONG = ThreadMerger.AT_ONCE + 41;

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

    @Test
    @Covers("V2-02")
    void longThreadsAreMergedInSmallPortions() {
        String first = talk.many(1, 3);
        String second = talk.many(2, LONG);
        String late = talk.put(talk.letter(1L, 2L));
        assertThat(late).isEqualTo(first);
        String reply = talk.put(talk.letter(2L));
        assertThat(reply).as("while messages are on their way").isEqualTo(first);
        Eventually.until("one thread", () -> talk.ada().all("Thread").size() == 1);
        assertThat((Collection<?>) talk.ada().get("Thread", first).get("emailIds"))
                .hasSize(LONG + 5);
        assertThat(talk.ada().get("Thread", first)).containsEntry("mergedFrom", List.of(second));
        assertThat(talk.ada().get("Mailbox", talk.inbox()))
                .containsEntry("totalEmails", LONG + 5)
                .containsEntry("totalThreads", 1);
    }

    @Test
    @Covers("V2-02")
    void longThreadsAreMergedWhenTheResponseIsSent() {
        String first = talk.many(1, LONG);
        String second = talk.many(2, LONG);
        Map<?, ?> one = ThreadFixture.merged(ThreadFixture.merge(talk.ada(), first, second));
        assertThat((List<?>) requireNonNull(one.get("emailIds"))).hasSize(2 * LONG);
        assertThat(talk.ada().all("Thread")).containsOnlyKeys(first);
    }

    private static long number(String thread) {
        return ObjectId.parse(ThreadType.LETTER, thread).orElseThrow();
    }

    /** Records a merge as if the server had stopped before any email moved. */
    private void leaveOpen(String survivor, String thread) {
        talk.home().store.write(MailHome.scope(talk.ada()), tx -> {
            MessageIdRows.move(tx.sql(), List.of(number(thread)), number(survivor));
            ThreadMergeRows.add(tx.sql(), number(survivor), List.of(number(thread)));
            return tx;
        });
    }

    private void destroyMessagesOf(String thread) {
        Object emails = requireNonNull(talk.ada().get("Thread", thread).get("emailIds"));
        talk.home().store.write(MailHome.scope(talk.ada()), tx -> {
            List<Long> numbers = ((Collection<?>) emails)
                    .stream().map(id -> MailHome.email(String.valueOf(id))).toList();
            talk.home().emailWriter.remove(tx, EmailWriter.metadata(tx, numbers).values());
            return tx;
        });
    }

    @Test
    void mergeContinuesAfterARestart() {
        String first = talk.many(1, 2);
        String second = talk.many(2, 30);
        leaveOpen(first, second);
        new ThreadMerger(talk.home().store, talk.home().blobs, talk.home().clock).ensure(MailHome.scope(talk.ada()));
        Eventually.until("one thread", () -> talk.ada().all("Thread").size() == 1);
        assertThat(talk.ada().get("Thread", first)).containsEntry("mergedFrom", List.of(second));
    }

    @Test
    void failedMergeContinuesOnTheNextRead() {
        String first = talk.many(1, 2);
        String second = talk.many(2, 30);
        leaveOpen(first, second);
        FailingTaskStore store = new FailingTaskStore(talk.home().store);
        ThreadMerger threadMerger = new ThreadMerger(store, talk.home().blobs, talk.home().clock);
        threadMerger.ensure(MailHome.scope(talk.ada()));
        assertThatThrownBy(() -> store.jobs().get(0).await(Duration.ofSeconds(30)))
                .hasMessageContaining(FailingTaskStore.WHY);
        assertThat(talk.ada().all("Thread")).containsOnlyKeys(first, second);
        threadMerger.ensure(MailHome.scope(talk.ada()));
        Eventually.until("one thread", () -> talk.ada().all("Thread").size() == 1);
        assertThat(store.jobs()).hasSize(2);
    }

    @Test
    void mergeIntoADestroyedThreadEnds() {
        String first = talk.many(1, 2);
        String second = talk.many(2, 3);
        String third = talk.many(3, 3);
        leaveOpen(first, second);
        leaveOpen(first, third);
        destroyMessagesOf(first);
        assertThat(talk.put(talk.letter(1L))).as("the links are inherited").isEqualTo(second);
        assertThat(talk.put(talk.letter(3L))).isEqualTo(second);
        talk.home().threadMerger.finish(MailHome.scope(talk.ada()), () -> {});
        assertThat(talk.ada().all("Thread")).containsOnlyKeys(second);
        assertThat(talk.ada().get("Thread", second)).containsEntry("mergedFrom", List.of(third));
    }

    @Test
    void emailDestroyedDuringTheMergeIsNotMoved() {
        String first = talk.many(1, 2);
        String second = talk.many(2, 3);
        leaveOpen(first, second);
        destroyMessagesOf(second);
        talk.home().threadMerger.finish(MailHome.scope(talk.ada()), () -> {});
        assertThat((Collection<?>) talk.ada().get("Thread", first).get("emailIds"))
                .hasSize(2);
        assertThat(talk.put(talk.letter(2L))).isEqualTo(first);
        destroyMessagesOf(first);
        assertThat(talk.put(talk.letter(2L))).as("all of it is forgotten").isNotIn(first, second);
    }
}
