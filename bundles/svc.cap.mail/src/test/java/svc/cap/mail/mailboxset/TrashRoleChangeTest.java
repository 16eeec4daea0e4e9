package svc.cap.mail.mailboxset;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.Members;
import svc.cap.mail.StoppedStore;
import svc.cap.mail.TestMessage;
import svc.cap.mail.ThreadFixture;
import svc.cap.mail.mailbox.CountedTrash;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.engine.Client;

/** Counts of unread threads depend on the trash (RFC 8621 §2), also during the recount after the role moves. */
final class TrashRoleChangeTest {

    private static final int MANY = 450;

    @TempDir
    private Path directory;

    private final AtomicReference<StoppedStore> between = new AtomicReference<>();
    private MailHome home;
    private Client ada;
    private String trash;
    private String box;
    private String other;
    private List<String> emails;

    @BeforeEach
    void open() {
        home = new MailHome(directory, store -> {
            StoppedStore stopped = new StoppedStore(store, TrashRoleChange.NAME);
            between.set(stopped);
            return stopped;
        });
        ada = home.account("ada");
        trash = requireNonNull(MailHome.roles(ada).get("trash"));
        box = ada.create(Mailbox.TYPE, Map.of("name", "Box"));
        other = ada.create(Mailbox.TYPE, Map.of("name", "Other"));
        List<TestMessage> letters = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            letters.add(letter(i));
        }
        emails = home.put(ada, letters);
        home.clock.hurry(Duration.ofMillis(20));
    }

    @AfterEach
    void close() {
        home.close();
    }

    /**
     * Returns a message. The messages form threads of one and of several emails, read and unread, in every combination
     * of the mailboxes.
     */
    private TestMessage letter(int i) {
        List<String> in = new ArrayList<>();
        int places = i % 7 + 1;
        for (String mailbox : List.of(trash, box, other)) {
            if ((places & 1) == 1) {
                in.add(mailbox);
            }
            places >>= 1;
        }
        TestMessage letter =
                new TestMessage(in.toArray(new String[0])).at(i).subject("s").links((long) (i % 370));
        return i % 3 == 0 ? letter.with("$seen") : letter;
    }

    private void allow() {
        requireNonNull(between.get()).stopped().set(false);
    }

    private void trashIs(String before, String after) {
        Map<String, Object> update = Map.of(before, Members.with("role", null), after, Map.of("role", "trash"));
        assertThat(ada.call("Mailbox/set", Map.of("update", update)).done().object("updated"))
                .hasSize(2);
    }

    private CountedTrash counted() {
        return home.store.read(MailHome.scope(ada), snapshot -> CountedTrash.read(snapshot.sql()));
    }

    /** Returns the counts of unread threads as RFC 8621 §2 defines them. */
    private Map<String, Object> expected(String trashNow) {
        Map<String, Set<Object>> threads = new HashMap<>();
        Map<String, Set<Object>> unread = new HashMap<>();
        for (Map<?, ?> email : ThreadFixture.properties(ada, null, "threadId", "mailboxIds", "keywords")) {
            Set<String> places = Members.map(email.get("mailboxIds")).keySet();
            Object thread = requireNonNull(email.get("threadId"));
            places.forEach(place ->
                    threads.computeIfAbsent(place, n -> new HashSet<>()).add(thread));
            if (!Members.map(email.get("keywords")).containsKey("$seen")) {
                if (places.contains(trashNow)) {
                    unread.computeIfAbsent(trashNow, n -> new HashSet<>()).add(thread);
                }
                if (!places.equals(Set.of(trashNow))) {
                    unread.computeIfAbsent("", n -> new HashSet<>()).add(thread);
                }
            }
        }
        Map<String, Object> expected = new HashMap<>();
        ada.all(Mailbox.TYPE).keySet().forEach(mailbox -> {
            Set<Object> here = threads.getOrDefault(mailbox, new HashSet<>());
            here.retainAll(unread.getOrDefault(mailbox.equals(trashNow) ? trashNow : "", Set.of()));
            expected.put(mailbox, here.size());
        });
        return expected;
    }

    private Map<String, Object> told() {
        Map<String, Object> told = new HashMap<>();
        ada.all(Mailbox.TYPE).forEach((id, mailbox) -> told.put(id, requireNonNull(mailbox.get("unreadThreads"))));
        return told;
    }

    private void assertCounts(String trashNow) {
        assertThat(told().toString()).isEqualTo(expected(trashNow).toString());
    }

    @Test
    @Covers(value = "FAIR-01", part = "another mailbox becomes the trash")
    void responseHasTheCountsForTheNewTrash() {
        allow();
        assertCounts(trash);
        trashIs(trash, box);
        assertThat(counted().inProgress()).isFalse();
        assertCounts(box);
        trashIs(box, other);
        assertCounts(other);
        ada.call("Mailbox/set", Map.of("update", Map.of(other, Members.with("role", null))))
                .done();
        assertCounts("none");
    }

    @Test
    void emailChangesDuringTheRecountAreCounted() {
        trashIs(trash, box);
        assertThat(counted().inProgress()).isTrue();
        change();
        TrashRoleChange rest = new TrashRoleChange(requireNonNull(between.get()).store());
        home.store.write(MailHome.scope(ada), tx -> rest.some(tx, () -> false));
        assertThat(counted().inProgress()).isTrue();
        change();
        rest.finish(MailHome.scope(ada), () -> {});
        assertCounts(box);
    }

    /** Creates, updates, moves and destroys emails at both ends of the account. */
    private void change() {
        home.put(
                ada,
                List.of(
                        letter(3 * MANY + 1),
                        letter(3 * MANY + 2),
                        letter(5).links(5L),
                        letter(360).links(360L)));
        for (int from : List.of(0, 330)) {
            String seen = emails.get(from + 1);
            ada.call(
                            "Email/set",
                            Map.of(
                                    "update",
                                    Map.of(
                                            seen,
                                            Map.of("keywords", Map.of("$seen", true)),
                                            emails.get(from + 2),
                                            Map.of("mailboxIds", Map.of(trash, true)),
                                            emails.get(from + 3),
                                            Map.of("mailboxIds", Map.of(box, true), "keywords", Map.of())),
                                    "destroy",
                                    List.of(emails.get(from + 4))))
                    .done();
            emails = new ArrayList<>(emails);
            emails.subList(from, from + 5).clear();
        }
    }

    @Test
    void recountContinuesAfterARestart() {
        trashIs(trash, box);
        assertThat(counted().inProgress()).isTrue();
        allow();
        new TrashRoleChange(home.store).ensure(MailHome.scope(ada));
        Eventually.until("all threads are counted anew", () -> !counted().inProgress());
        assertCounts(box);
    }

    @Test
    void secondTrashChangeFinishesThePreviousRecount() {
        trashIs(trash, box);
        assertThat(counted().inProgress()).isTrue();
        allow();
        trashIs(box, other);
        assertCounts(other);
    }
}
