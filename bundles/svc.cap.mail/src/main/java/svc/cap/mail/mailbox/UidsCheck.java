package svc.cap.mail.mailbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.cap.mail.capability.EmailType;

/**
 * Health check that compares the UIDs of a random sample of mailboxes with their ranges and their emails. It leaves out
 * accounts of earlier homes whose emails do not all have UIDs yet.
 */
@Component(service = HealthCheck.class)
public final class UidsCheck implements HealthCheck {

    private static final String NAME = "mail-uids";
    private static final int MAILBOXES = 100;
    private static final int HIDDEN = 1_000;
    private static final int LARGEST = 2_000;

    private final Store store;

    @Activate
    public UidsCheck(@Reference Store store) {
        this.store = store;
    }

    /** What the tables have for a mailbox. */
    private record Counted(
            long account, long mailbox, long next, long uids, long shown, long highest, long inRanges, long emails) {

        private static Counted of(Row row) {
            return new Counted(
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getLong(7),
                    row.getLong(8));
        }

        private Stream<String> faults() {
            List<String> faults = new ArrayList<>();
            if (uids != inRanges) {
                faults.add(uids + " UIDs, " + inRanges + " in ranges");
            }
            if (shown != emails) {
                faults.add(shown + " UIDs without \\Deleted, " + emails + " emails");
            }
            if (highest >= next) {
                faults.add("the UID " + highest + " is not below the next one, " + next);
            }
            return faults.stream().map(fault -> "the mailbox " + ObjectId.format('f', mailbox) + owner(account, fault));
        }
    }

    private static String owner(long account, String fault) {
        return " of the account " + ObjectId.format(Account.LETTER, account) + " (" + fault + ")";
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        return store.read(Scope.system(), snapshot -> {
            List<Counted> counted = mailboxes(snapshot.sql());
            List<String> wrong = Stream.concat(
                            counted.stream().flatMap(Counted::faults), hiddenWithoutUid(snapshot.sql()))
                    .toList();
            return List.of(
                    finding(counted.size(), wrong).with(Map.of("mailboxes", counted.size(), "wrong", wrong.size())));
        });
    }

    private static List<Counted> mailboxes(Sql sql) {
        String uids = " from mail_uid u where u.account = picked.account and u.mailbox = picked.n";
        return sql.select(
                "select account, n, uid_next, (select count(*)" + uids + "), (select count(*)" + uids
                        + " and u.deleted = 0), (select coalesce(max(u.uid), 0)" + uids
                        + "), (select coalesce(sum(r.last - r.first + 1), 0) from mail_run r"
                        + " where r.account = picked.account and r.mailbox = picked.n),"
                        + " (select count(*) from in_mailbox i where i.account = picked.account"
                        + " and i.mailbox = picked.n) from (select m.account, m.n, m.uid_next from mailbox m"
                        + " where m.emails <= " + LARGEST + " and (m.emails > 0 or m.uid_next > 1) and not exists"
                        + " (select 1 from uid_assignment a where a.account = m.account)"
                        + " order by random() limit " + MAILBOXES + ") picked",
                Counted::of);
    }

    private static Stream<String> hiddenWithoutUid(Sql sql) {
        return sql
                .select(
                        "select account, n from (select account, n from mail_hidden order by random() limit " + HIDDEN
                                + ") picked where not exists (select 1 from mail_uid u"
                                + " where u.account = picked.account and u.n = picked.n and u.deleted = 1)",
                        row -> "the email " + ObjectId.format(EmailType.LETTER, row.getLong(2))
                                + owner(row.getLong(1), "hidden, and \\Deleted in no mailbox"))
                .stream();
    }

    private static Finding finding(int checked, List<String> wrong) {
        if (!wrong.isEmpty()) {
            return Finding.fail(
                    NAME,
                    "The UIDs of IMAP are wrong for " + Finding.names(wrong) + ".",
                    "Keep a copy of the database and report a defect: UIDs and emails change in the same transaction.");
        }
        return Finding.ok(NAME, checked + " mailboxes checked; their UIDs, ranges and emails agree.");
    }
}
