package svc.cap.mail.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.cap.mail.TestMessage;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.query.EmailFilter.ReceivedBetween;
import svc.cap.mail.table.ReceivedKey;
import svc.testkit.engine.Client;

/** The lists of several mailboxes are merged in the order of the emails, each email once. */
final class MergedListsTest {

    private static final int MAILBOXES = 40;
    private static final int EMAILS = 1_000;

    private final Random random = new Random(3);

    @TempDir
    private Path directory;

    @Test
    void emailsOfSeveralMailboxesAreListedOnceInTheirOrder() {
        try (MailHome home = new MailHome(directory)) {
            Client ada = home.account("ada");
            List<String> mailboxes = new ArrayList<>();
            for (int i = 0; i < MAILBOXES; i++) {
                mailboxes.add(ada.create("Mailbox", Map.of("name", "box " + i)));
            }
            Map<ReceivedKey, Set<Long>> placed = fill(home, ada, mailboxes);
            Scope scope = MailHome.scope(ada);
            for (int count : new int[] {0, 1, 2, 16, 17, MAILBOXES}) {
                Set<Long> some = new HashSet<>();
                mailboxes.subList(0, count).forEach(id -> some.add(MailHome.mailbox(id)));
                home.store.read(scope, snapshot -> {
                    check(snapshot.sql(), some, placed);
                    return true;
                });
            }
        }
    }

    /** Puts emails into some mailboxes each; three emails have the same time. */
    private Map<ReceivedKey, Set<Long>> fill(MailHome home, Client ada, List<String> mailboxes) {
        List<TestMessage> letters = new ArrayList<>();
        for (int i = 0; i < EMAILS; i++) {
            Set<String> in = new HashSet<>();
            for (int k = random.nextInt(4); k >= 0; k--) {
                // The first mailbox gets many emails, the last ones get few.
                in.add(mailboxes.get(random.nextInt(1 + random.nextInt(MAILBOXES))));
            }
            letters.add(new TestMessage(in.toArray(new String[0])).at(i / 3));
        }
        Map<ReceivedKey, Set<Long>> placed = new TreeMap<>();
        List<String> ids = home.put(ada, letters);
        for (int i = 0; i < EMAILS; i++) {
            TestMessage letter = letters.get(i);
            Set<Long> in = new HashSet<>();
            letter.mailboxes.forEach(id -> in.add(MailHome.mailbox(id)));
            placed.put(new ReceivedKey(letter.received.getEpochSecond(), MailHome.email(ids.get(i))), in);
        }
        return placed;
    }

    private void check(Sql sql, Set<Long> mailboxes, Map<ReceivedKey, Set<Long>> placed) {
        long day = TestMessage.DAY.getEpochSecond();
        for (ReceivedBetween range : List.of(
                new ReceivedBetween(Long.MIN_VALUE, Long.MAX_VALUE), new ReceivedBetween(day + 50, day + 200))) {
            List<Long> expected = new ArrayList<>();
            placed.forEach((key, in) -> {
                if (key.received() >= range.from()
                        && key.received() < range.before()
                        && in.stream().anyMatch(mailboxes::contains)) {
                    expected.add(key.n());
                }
            });
            assertThat(all(EmailCursor.ofContainers(sql, mailboxes, List.of(), range, true)))
                    .as("%s mailboxes", mailboxes.size())
                    .isEqualTo(expected);
            Collections.reverse(expected);
            assertThat(all(EmailCursor.ofContainers(sql, mailboxes, List.of(), range, false)))
                    .as("%s mailboxes, newest first", mailboxes.size())
                    .isEqualTo(expected);
        }
    }

    private List<Long> all(EmailCursor cursor) {
        List<Long> all = new ArrayList<>();
        List<Long> page = cursor.next(1 + random.nextInt(100));
        while (!page.isEmpty()) {
            all.addAll(page);
            page = cursor.next(1 + random.nextInt(100));
        }
        return all;
    }
}
