package svc.cap.mail.mailboxset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.identity.Account;
import svc.api.job.AccountWork;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailboxset.SharedMailboxLog.Difference;

/**
 * Health check that compares the membership log with the emails of some shared mailboxes. The sample begins at a random
 * account, so that repeated checks reach all accounts.
 */
@Component(service = HealthCheck.class)
public final class SharedMailboxesCheck implements HealthCheck {

    private static final String NAME = "sharing-places";
    private static final int ACCOUNTS = 1_000;
    private static final int MAILBOXES = 20;
    private static final int LARGEST = 2_000;

    private final Store store;
    private final AccountWork accounts;

    @Activate
    public SharedMailboxesCheck(@Reference Store store, @Reference AccountWork accounts) {
        this.store = store;
        this.accounts = accounts;
    }

    @Override
    public String family() {
        return "sharing";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        long last = store.read(
                Scope.system(), snapshot -> snapshot.sql().number("SELECT coalesce(max(account), 0) FROM mailbox"));
        long start = last <= ACCOUNTS ? 0 : new SplittableRandom().nextLong(last - ACCOUNTS + 1);
        Sample sample = new Sample(start);
        accounts.forEach(MailCapability.URN, sample);
        return List.of(sample.finding().with(Map.of("mailboxes", sample.mailboxes, "wrong", sample.wrong.size())));
    }

    /** Compares the mailboxes of some accounts from an account on. */
    private final class Sample implements AccountWork.Work {

        private final long start;
        private int visited;
        private int mailboxes;
        private final List<String> wrong = new ArrayList<>();

        Sample(long start) {
            this.start = start;
        }

        @Override
        public void run(Account account, Scope scope) {
            if (account.n() < start || visited == ACCOUNTS || mailboxes == MAILBOXES) {
                return;
            }
            visited++;
            store.read(scope, snapshot -> {
                for (long mailbox : SharedMailboxLog.watched(snapshot, LARGEST)) {
                    if (mailboxes < MAILBOXES) {
                        mailboxes++;
                        SharedMailboxLog.differences(snapshot, mailbox)
                                .forEach(difference -> wrong.add(text(account, difference)));
                    }
                }
                return visited;
            });
        }

        Finding finding() {
            if (!wrong.isEmpty()) {
                return Finding.fail(
                        NAME,
                        "The log from which guests calculate changes is wrong for " + Finding.names(wrong) + ".",
                        "Run `svc mail repair`, which corrects the log, and report a defect: the log and the mailboxes"
                                + " change in the same transaction.");
            }
            return Finding.ok(NAME, mailboxes + " shared mailboxes checked; the log has their emails and threads.");
        }
    }

    private static String text(Account account, Difference difference) {
        return "the mailbox " + ObjectId.format(Mailbox.LETTER, difference.mailbox()) + " of the account "
                + account.id()
                + " (" + difference.type() + ": " + difference.missing().size() + " missing, "
                + difference.excess().size() + " too many)";
    }
}
