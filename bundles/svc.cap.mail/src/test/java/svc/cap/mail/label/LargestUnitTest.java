package svc.cap.mail.label;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.erasure.ErasedAccount;
import svc.api.store.BackgroundTask;
import svc.api.store.Transaction;
import svc.cap.mail.MailErasure;
import svc.cap.mail.MeasuredStore;
import svc.cap.mail.Members;
import svc.cap.mail.TestMessage;
import svc.cap.mail.ThreadFixture;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailboxset.TrashRoleChange;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.write.ThreadMerger;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.engine.Client;

/**
 * No transaction changes more rows than 50 milliseconds allow, with emails in ten mailboxes and with twenty keywords
 * (FAIR-01). In this test, the pace ends each transaction after one portion. The test counts rows, which do not depend
 * on the load of the machine.
 */
final class LargestUnitTest {

    private static final String[] WORDS =
            IntStream.range(0, 20).mapToObj(i -> "word" + i).toArray(String[]::new);

    /** Maximum number of changed rows. About 200 rows a millisecond were written when this was measured. */
    private static final long MOST_ROWS = 2_600;

    @TempDir
    private Path directory;

    private final AtomicReference<MeasuredStore> measured = new AtomicReference<>();
    private MailHome home;
    private Client ada;
    private List<String> boxes;
    private int letters;

    @BeforeEach
    void open() {
        home = new MailHome(directory, store -> {
            MeasuredStore between = new MeasuredStore(store);
            measured.set(between);
            return between;
        });
        ada = home.account("ada");
        boxes = IntStream.range(0, 10)
                .mapToObj(i -> ada.create(Mailbox.TYPE, Map.of("name", "Box " + i)))
                .toList();
        home.clock.hurry(Duration.ofMillis(20));
    }

    @AfterEach
    void close() {
        home.close();
    }

    private MeasuredStore.Units units(String name) {
        return requireNonNull(measured.get()).taken(name);
    }

    private List<String> put(int many, String more, long... link) {
        List<TestMessage> portion = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            String[] words = Arrays.copyOf(WORDS, WORDS.length + 1);
            words[WORDS.length] = more;
            letters++;
            portion.add(new TestMessage(boxes.toArray(new String[0]))
                    .with(words)
                    .at(letters)
                    .subject("s")
                    .links(link.length == 0 ? letters : link[0]));
        }
        return home.put(ada, portion);
    }

    @Test
    @Covers(value = "FAIR-01", part = "another mailbox becomes the trash")
    void threadRecountLimitsRowsPerTransaction() {
        put(450, "more");
        String trash = requireNonNull(MailHome.roles(ada).get("trash"));
        units(Mailbox.TYPE + "/set");
        Map<String, Object> update = new LinkedHashMap<>();
        update.put(trash, Members.with("role", null));
        update.put(boxes.get(0), Map.of("role", "trash"));
        ada.call("Mailbox/set", Map.of("update", update)).done();
        assertThat(units(TrashRoleChange.NAME).count()).isGreaterThanOrEqualTo(4);
        assertThat(units("Mailbox/set").rows()).isLessThan(150);
    }

    @Test
    @Covers(value = "FAIR-01", part = "a label goes")
    void labelRemovalLimitsRowsPerTransaction() {
        for (int many : List.of(LabelRemoval.AT_ONCE, LabelRemoval.AT_ONCE + 50)) {
            String label = ada.create(Label.TYPE, Map.of("name", "l" + many));
            List<String> ids = put(many, "more");
            Map<String, Object> update = new LinkedHashMap<>();
            ids.forEach(id -> update.put(id, Map.of("labelIds", Map.of(label, true))));
            ada.call("Email/set", Map.of("update", update)).done();
            units("Label/set");
            ada.call("Label/set", Map.of("destroy", List.of(label))).done();
            Eventually.until(
                    "no message has the label",
                    () -> home.store.read(
                            MailHome.scope(ada),
                            snapshot -> LabelRows.nextRemoval(snapshot.sql()).isEmpty()));
            assertThat(units("Label/set").rows()).isLessThan(2L * LabelRemoval.AT_ONCE);
        }
        assertThat(units("svc.cap.mail: remove a label from emails").rows()).isBetween(20L, 100L);
    }

    private String thread(String email) {
        return String.valueOf(
                ThreadFixture.properties(ada, List.of(email), "threadId").get(0).get("threadId"));
    }

    @Test
    @Covers(value = "FAIR-01", part = "threads become one")
    void threadMovesLimitRowsPerTransaction() {
        String one = thread(put(10, "more", -1).get(0));
        String two = thread(put(ThreadMerger.AT_ONCE * 2, "more", -2).get(0));
        units("svc.cap.mail: move emails to a merged thread");
        ThreadFixture.merged(ThreadFixture.merge(ada, one, two));
        MeasuredStore.Units followed = units("svc.cap.mail: move emails to a merged thread");
        assertThat(followed.count()).isGreaterThan(1);
        assertThat(followed.rows()).isBetween(500L, MOST_ROWS);
        String few = thread(put(ThreadMerger.AT_ONCE, "more", -3).get(0));
        ThreadFixture.merged(ThreadFixture.merge(ada, one, few));
        assertThat(units("svc.cap.mail: merge threads").rows()).isBetween(500L, MOST_ROWS);
    }

    @Test
    @Covers(value = "FAIR-01", part = "messages change, move and go")
    void emailUpdatesLimitRowsPerTransaction() {
        List<String> ids = put(60, "more");
        Map<String, Object> update = new LinkedHashMap<>();
        ids.forEach(id ->
                update.put(id, Members.with("keywords", Map.of("$seen", true), "mailboxIds/" + boxes.get(0), null)));
        units("Email/set");
        ada.call("Email/set", Map.of("update", update)).done();
        MeasuredStore.Units changed = units("Email/set");
        assertThat(changed.count()).isEqualTo(6);
        assertThat(changed.rows()).isLessThan(MOST_ROWS);
        ada.call("Email/set", Map.of("destroy", ids)).done();
        assertThat(units("Email/set").rows()).isLessThan(MOST_ROWS);
    }

    @Test
    @Covers(value = "FAIR-01", part = "a mailbox is destroyed with its messages")
    void emptyingAMailboxLimitsRowsPerTransaction() {
        put(60, "more");
        for (String mailbox : boxes.subList(0, 9)) {
            ada.call("Mailbox/set", Map.of("destroy", List.of(mailbox), "onDestroyRemoveEmails", true))
                    .done();
        }
        units("Mailbox/set");
        ada.call("Mailbox/set", Map.of("destroy", List.of(boxes.get(9)), "onDestroyRemoveEmails", true))
                .done();
        MeasuredStore.Units emptied = units("Mailbox/set");
        assertThat(emptied.count()).isGreaterThanOrEqualTo(6);
        assertThat(emptied.rows()).isLessThan(MOST_ROWS);
    }

    @Test
    @Covers(value = "FAIR-01", part = "an account is erased")
    void erasureLimitsRowsPerTransaction() {
        put(60, "more");
        MailErasure erasure = new MailErasure();
        ErasedAccount account = new ErasedAccount(ada.account(), Set.of());
        home.store
                .schedule(MailHome.scope(ada), new BackgroundTask() {
                    @Override
                    public boolean run(Transaction tx, Pace pace) {
                        return erasure.erase(account, tx, pace);
                    }

                    @Override
                    public String name() {
                        return "erase";
                    }
                })
                .await(Duration.ofSeconds(60));
        MeasuredStore.Units erased = units("erase");
        assertThat(erased.rows()).isBetween(1L, 25L);
        assertThat(home.store.<Long>read(
                        MailHome.scope(ada),
                        snapshot -> snapshot.sql()
                                .select("select count(*) from email where account = :account", row -> row.getLong(1))
                                .get(0)))
                .isZero();
    }
}
