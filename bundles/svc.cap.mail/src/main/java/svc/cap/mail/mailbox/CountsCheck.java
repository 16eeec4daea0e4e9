package svc.cap.mail;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Counts some mailboxes, others each time, and compares that with the counts that are kept. */
@Component(service = HealthCheck.class)
public final class CountsCheck implements HealthCheck {

    private static final String NAME = "mail-counts";
    private static final int MAILBOXES = 100;
    private static final int LARGEST = 2_000;

    private final Store store;

    /** Counts here. */
    @Activate
    public CountsCheck(@Reference Store store) {
        this.store = store;
    }

    private record Counted(long mailboxes, long wrong) {}

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<Finding> examine() {
        Counted counted = store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT count(*), sum(emails <> (SELECT count(*) FROM in_mailbox i"
                                        + " WHERE i.account = some.account AND i.mailbox = some.n))"
                                        + " FROM (SELECT account, n, emails FROM mailbox WHERE emails BETWEEN 1 AND "
                                        + LARGEST + " ORDER BY random() LIMIT " + MAILBOXES + ") some",
                                row -> new Counted(row.number(1), row.number(2)))
                        .get(0));
        return List.of(finding(counted).with(Map.of("mailboxes", counted.mailboxes(), "wrong", counted.wrong())));
    }

    private static Finding finding(Counted counted) {
        if (counted.mailboxes() == 0) {
            return Finding.ok(NAME, "There is no mailbox of a size that could be counted in passing.");
        } else if (counted.wrong() > 0) {
            return Finding.fail(
                    NAME,
                    counted.wrong() + " of " + counted.mailboxes()
                            + " mailboxes that were counted hold another number of messages than they say.",
                    "Keep a copy of the database and report it as a defect: the counts change in the transaction of every message.");
        }
        return Finding.ok(NAME, counted.mailboxes() + " mailboxes were counted, and hold what they say.");
    }
}
