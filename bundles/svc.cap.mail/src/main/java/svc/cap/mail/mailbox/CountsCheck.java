package svc.cap.mail.mailbox;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Health check that recounts the emails of a random sample of mailboxes and compares them with the stored counts. */
@Component(service = HealthCheck.class)
public final class CountsCheck implements HealthCheck {

    private static final String NAME = "mail-counts";
    private static final int MAILBOXES = 100;
    private static final int LARGEST = 2_000;

    private final Store store;

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
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        Counted counted = store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .first(
                                "SELECT count(*), count(CASE WHEN emails <> (SELECT count(*) FROM in_mailbox i"
                                        + " WHERE i.account = picked.account AND i.mailbox = picked.n) THEN 1 END)"
                                        + " FROM (SELECT account, n, emails FROM mailbox WHERE emails BETWEEN 1 AND "
                                        + LARGEST + " ORDER BY random() LIMIT " + MAILBOXES + ") picked",
                                row -> new Counted(row.getLong(1), row.getLong(2)))
                        .orElseThrow());
        return List.of(finding(counted).with(Map.of("mailboxes", counted.mailboxes(), "wrong", counted.wrong())));
    }

    private static Finding finding(Counted counted) {
        if (counted.mailboxes() == 0) {
            return Finding.ok(NAME, "There is no mailbox small enough to be checked.");
        } else if (counted.wrong() > 0) {
            return Finding.fail(
                    NAME,
                    counted.wrong() + " of " + counted.mailboxes() + " checked mailboxes have a wrong email count.",
                    "Keep a copy of the database and report a defect: counts and emails change in the same transaction.");
        }
        return Finding.ok(NAME, counted.mailboxes() + " mailboxes checked; their email counts are right.");
    }
}
