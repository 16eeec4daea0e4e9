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
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailboxset.SharedMailLog.Container;
import svc.cap.mail.mailboxset.SharedMailLog.Difference;

/**
 * Health check that compares the membership log with the emails of some shared mailboxes and labels. The sample begins at
 * a random account, so that repeated checks reach all accounts.
 */
@Component(service = HealthCheck.class)
public final class SharedMailCheck implements HealthCheck {

    private static final String NAME = "sharing-places";
    private static final int ACCOUNTS = 1_000;
    private static final int CONTAINERS = 20;
    private static final int LARGEST = 2_000;

    private final Store store;
    private final AccountWork accounts;

    @Activate
    public SharedMailCheck(@Reference Store store, @Reference AccountWork accounts) {
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
        long after = last <= ACCOUNTS ? 0 : new SplittableRandom().nextLong(last - ACCOUNTS + 1);
        List<String> wrong = new ArrayList<>();
        List<Container> checked = new ArrayList<>();
        accounts.readSome(MailCapability.URN, after, ACCOUNTS, (account, snapshot) -> {
            if (checked.size() < CONTAINERS) {
                SharedMailLog.watched(snapshot, LARGEST).stream()
                        .limit(CONTAINERS - checked.size())
                        .forEach(container -> {
                            checked.add(container);
                            SharedMailLog.differences(snapshot, container)
                                    .forEach(difference -> wrong.add(text(account, difference)));
                        });
            }
        });
        return List.of(
                finding(checked.size(), wrong).with(Map.of("containers", checked.size(), "wrong", wrong.size())));
    }

    private static Finding finding(int checked, List<String> wrong) {
        if (!wrong.isEmpty()) {
            return Finding.fail(
                    NAME,
                    "The log from which guests calculate changes is wrong for " + Finding.names(wrong) + ".",
                    "Run `svc mail repair`, which corrects the log, and report a defect: the log and the emails change"
                            + " in the same transaction.");
        }
        return Finding.ok(
                NAME, checked + " shared mailboxes and labels checked; the log has their emails and threads.");
    }

    private static String text(Account account, Difference difference) {
        return difference.container().id() + " of the account " + account.id()
                + " (" + difference.type() + ": " + difference.missing().size() + " missing, "
                + difference.excess().size() + " too many)";
    }
}
