package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Scope;
import svc.cap.mail.TestMessage;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.write.UidAssignment;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.engine.Client;

/** Tests that emails of earlier homes get UIDs, and that UIDVALIDITY never returns. */
final class UidAssignmentTest {

    @TempDir
    private Path directory;

    private MailHome home;
    private Client ada;
    private Scope scope;
    private String inbox;
    private String archive;

    @BeforeEach
    void open() {
        home = new MailHome(directory);
        ada = home.account("ada");
        scope = MailHome.scope(ada);
        Map<String, String> roles = MailHome.roles(ada);
        inbox = requireNonNull(roles.get("inbox"));
        archive = requireNonNull(roles.get("archive"));
    }

    @AfterEach
    void close() {
        home.close();
    }

    /** Inserts emails whose order of arrival is not that of their dates. */
    private List<String> put(int many) {
        List<TestMessage> messages = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            messages.add(new TestMessage(i % 3 == 0 ? new String[] {inbox, archive} : new String[] {inbox})
                    .at((i * 37L) % many)
                    .links((long) i));
        }
        return home.put(ada, messages);
    }

    /** Removes what homes without UIDs do not have. */
    private void removeUids() {
        home.store.write(scope, tx -> {
            tx.sql().update("delete from mail_uid where account = :account");
            tx.sql().update("delete from mail_run where account = :account");
            tx.sql().update("update mailbox set uid_next = 1 where account = :account");
            tx.sql().update("insert into uid_assignment (account, done) values (:account, 0)");
            return true;
        });
    }

    private List<Long> numbers(String mailbox) {
        return home.store.read(
                scope,
                snapshot -> home.uids.emails(snapshot, MailHome.mailbox(mailbox), 1, Long.MAX_VALUE, 10_000).stream()
                        .map(UidEmail::n)
                        .toList());
    }

    private UidMailbox mailbox(String id) {
        home.uids.open(scope, MailHome.mailbox(id));
        return home.store.read(
                scope,
                snapshot -> home.uids.mailbox(snapshot, MailHome.mailbox(id)).orElseThrow());
    }

    private long[] ranges(String id) {
        home.uids.open(scope, MailHome.mailbox(id));
        return home.store.read(scope, snapshot -> home.uids.ranges(snapshot, MailHome.mailbox(id)));
    }

    private static List<Long> in(List<String> emails, int every) {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < emails.size(); i += every) {
            numbers.add(MailHome.email(emails.get(i)));
        }
        return numbers;
    }

    @Test
    @Covers(value = "GEN-02", part = "emails of an earlier home get UIDs in the order of arrival")
    void emailsOfAnEarlierHomeGetUidsInTheOrderOfArrival() {
        List<String> emails = put(130);
        removeUids();
        assertThat(ranges(inbox)).containsExactly(1, 130);
        assertThat(numbers(inbox)).isEqualTo(in(emails, 1));
        assertThat(ranges(archive)).containsExactly(1, 44);
        assertThat(numbers(archive)).isEqualTo(in(emails, 3));
    }

    @Test
    void clientsOfJmapChangeEmailsWhileUidsAreAssigned() {
        List<String> emails = new ArrayList<>(put(130));
        removeUids();
        UidAssignment assignment = new UidAssignment(home.store);
        home.store.write(scope, tx -> UidAssignment.assign(tx)); // 50 emails have UIDs now
        Map<String, Object> updates = new HashMap<>();
        updates.put(emails.get(10), Map.of("mailboxIds", Map.of(archive, true)));
        updates.put(emails.get(100), Map.of("mailboxIds", Map.of(archive, true)));
        ada.call("Email/set", Map.of("update", updates, "destroy", List.of(emails.get(20), emails.get(120))))
                .done();
        emails.addAll(put(2));
        assignment.ensure(scope);
        Eventually.until(
                "all emails have UIDs",
                () -> home.store.read(
                        scope,
                        snapshot -> !snapshot.sql().exists("select 1 from uid_assignment where account = :account")));
        List<Long> inInbox = new ArrayList<>(in(emails, 1));
        List.of(10, 100, 20, 120).forEach(i -> inInbox.remove(MailHome.email(emails.get(i))));
        assertThat(numbers(inbox)).isEqualTo(inInbox);
        assertThat(ranges(inbox)).containsExactly(1, 10, 12, 20, 22, 130);
        assertThat(numbers(archive)).hasSize(46).doesNotHaveDuplicates();
    }

    @Test
    void uidValidityStaysAndIsHigherForALaterMailbox() {
        String id = ada.create("Mailbox", Map.of("name", "Trip"));
        long first = mailbox(id).validity();
        assertThat(first).isEqualTo(home.clock.now().getEpochSecond());
        assertThat(mailbox(id).validity()).isEqualTo(first);
        ada.call("Mailbox/set", Map.of("destroy", List.of(id))).done();
        long second = mailbox(ada.create("Mailbox", Map.of("name", "Trip"))).validity();
        assertThat(second).isGreaterThan(first);
    }
}
