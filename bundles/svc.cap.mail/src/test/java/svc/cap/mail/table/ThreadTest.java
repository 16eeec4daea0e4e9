package svc.cap.mail.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.cap.mail.TestMessage;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.message.ParsedMessageRows;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** {@code Thread}, clause by clause (RFC 8621 §3), on the real store. */
final class ThreadTest {

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

    private TestMessage letter(Long... links) {
        return new TestMessage(inbox).subject("lunch").links(links);
    }

    private String thread(String email) {
        return String.valueOf(property(email, "threadId"));
    }

    private @Nullable Object property(String email, String name) {
        Response answer = ada.call("Email/get", Map.of("ids", List.of(email), "properties", List.of(name)))
                .done();
        return ((Map<?, ?>) answer.list("list").get(0)).get(name);
    }

    @Test
    void messageIdAndSubjectMakeAThread() {
        List<String> ids = home.put(ada, letter(1L), letter(2L, 1L), letter(1L).subject("other"), letter(3L), letter());
        assertThat(thread(ids.get(1))).isEqualTo(thread(ids.get(0)));
        assertThat(List.of(thread(ids.get(0)), thread(ids.get(2)), thread(ids.get(3)), thread(ids.get(4))))
                .doesNotHaveDuplicates();
        String late = home.put(ada, letter(2L)).get(0);
        assertThat(thread(late)).isEqualTo(thread(ids.get(0)));
    }

    @Test
    void emailsAreSortedOldestFirst() {
        List<String> ids = home.put(
                ada,
                letter(1L).at(30),
                letter(1L).at(10),
                letter(1L).at(20),
                letter(1L).at(10));
        assertThat(ada.get("Thread", thread(ids.get(0))).get("emailIds"))
                .isEqualTo(List.of(ids.get(1), ids.get(3), ids.get(2), ids.get(0)));
    }

    @Test
    void threadExistsUntilItsLastEmailIsDestroyed() {
        List<String> ids = home.put(ada, letter(1L), letter(1L));
        String thread = thread(ids.get(0));
        String state = ada.state("Thread");
        ada.call("Email/set", Map.of("destroy", List.of(ids.get(0)))).done();
        Response first = ada.call("Thread/changes", Map.of("sinceState", state)).done();
        assertThat(first.texts("updated")).containsExactly(thread);
        ada.call("Email/set", Map.of("destroy", List.of(ids.get(1)))).done();
        Response last = ada.call("Thread/changes", Map.of("sinceState", first.text("newState")))
                .done();
        assertThat(last.texts("destroyed")).containsExactly(thread);
        assertThat(thread(home.put(ada, letter(1L)).get(0))).isNotEqualTo(thread);
    }

    @Test
    void keywordAndMailboxChangesDoNotChangeTheThread() {
        String id = home.put(ada, letter(1L)).get(0);
        String state = ada.state("Thread");
        ada.call("Email/set", Map.of("update", Map.of(id, Map.of("keywords/$seen", true))))
                .done();
        assertThat(ada.state("Thread")).isEqualTo(state);
    }

    @Test
    @Covers("V2-02")
    void lateEmailMergesTwoThreads() {
        List<String> ids = home.put(
                ada,
                letter(1L).at(10),
                letter(2L).at(20).with("$seen", "work", "$flagged").size(777).attachment());
        String survivor = thread(ids.get(0));
        String other = thread(ids.get(1));
        String emails = ada.state("Email");
        String threads = ada.state("Thread");

        String late = home.put(ada, letter(1L, 2L).at(30)).get(0);

        assertThat(thread(late)).isEqualTo(survivor);
        Response changed =
                ada.call("Thread/changes", Map.of("sinceState", threads)).done();
        assertThat(changed.texts("destroyed")).containsExactly(other);
        assertThat(changed.texts("updated")).containsExactly(survivor);
        Response mails = ada.call("Email/changes", Map.of("sinceState", emails)).done();
        assertThat(mails.texts("destroyed")).containsExactly(ids.get(1));
        assertThat(mails.texts("created")).hasSize(2).contains(late);
        List<?> together = (List<?>) ada.get("Thread", survivor).get("emailIds");
        assertThat(together).hasSize(3).first().isEqualTo(ids.get(0));
        String again = String.valueOf(requireNonNull(together).get(1));
        assertThat(property(again, "keywords")).isEqualTo(Map.of("$seen", true, "work", true, "$flagged", true));
        assertThat(property(again, "size")).isEqualTo(777);
        assertThat(property(again, "receivedAt")).isEqualTo("2026-01-05T00:00:20Z");
        assertThat(property(again, "hasAttachment")).isEqualTo(true);
        assertThat(ada.get("Mailbox", inbox))
                .containsEntry("totalEmails", 3)
                .containsEntry("totalThreads", 1)
                .containsEntry("unreadEmails", 2);
        assertThat(thread(home.put(ada, letter(2L)).get(0))).isEqualTo(survivor);
    }

    @Test
    void movedEmailStillRefersToItsBlob() {
        List<String> ids = home.put(ada, letter(1L));
        home.put(ada, letter(2L));
        home.put(ada, letter(1L, 2L));
        home.store.read(MailHome.scope(ada), snapshot -> {
            List<Long> numbers = EmailRows.members(snapshot.sql(), ThreadRows.numbers(snapshot.sql(), 0, 10)).stream()
                    .map(member -> member.key().n())
                    .toList();
            assertThat(numbers).hasSize(3).contains(MailHome.email(ids.get(0)));
            ParsedMessageRows.blobs(snapshot.sql(), numbers)
                    .forEach((n, blob) -> assertThat(home.blobs
                                    .references(snapshot, List.of(blob), java.util.Set.of("Email"))
                                    .get(blob))
                            .contains(new BlobReference("Email", n, EmailType.LETTER)));
            return numbers;
        });
    }

    @Test
    void emailsOfOneImportFindEachOther() {
        List<String> ids = home.put(ada, letter(1L), letter(2L), letter(1L, 2L));
        assertThat(thread(ids.get(0))).isEqualTo(thread(ids.get(1))).isEqualTo(thread(ids.get(2)));
        assertThat(ada.all("Thread")).hasSize(1);
    }
}
