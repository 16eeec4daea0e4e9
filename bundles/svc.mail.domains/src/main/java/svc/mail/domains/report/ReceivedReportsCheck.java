package svc.mail.domains.report;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.mail.domains.report.ReceivedRows.DomainSum;

/** Warns if other servers report that many messages in the name of a domain fail DMARC. */
@Component
public final class ReceivedReportsCheck implements HealthCheck {

    private static final String NAME = "dmarc-reports";
    private static final int DAYS = 7;

    /** A domain with fewer failures is not worth a warning. */
    private static final int FEWEST = 10;

    /** One failure in so many messages is worth a warning. */
    private static final int SHARE = 20;

    private final Store store;
    private final Clock clock;

    @Activate
    public ReceivedReportsCheck(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        LocalDate since = PendingReport.day(clock.now()).minusDays(DAYS);
        List<DomainSum> all = store.read(Scope.system(), snapshot -> ReceivedRows.domains(snapshot.sql(), since));
        List<String> failing = all.stream()
                .filter(sum -> sum.failed() >= FEWEST && sum.failed() * SHARE >= sum.messages())
                .map(DomainSum::domain)
                .toList();
        return List.of(finding(all, failing)
                .with(Map.of(
                        "messages", all.stream().mapToLong(DomainSum::messages).sum(),
                        "failed", all.stream().mapToLong(DomainSum::failed).sum())));
    }

    private static Finding finding(List<DomainSum> all, List<String> failing) {
        if (all.isEmpty()) {
            return Finding.skipped(NAME, "No DMARC reports arrived in the last " + DAYS + " days.");
        }
        return failing.isEmpty()
                ? Finding.ok(NAME, "Other servers report that the messages of the domains pass DMARC.")
                : Finding.warn(
                        NAME,
                        "Other servers report that messages in the name of "
                                + failing.get(0)
                                + (failing.size() > 1 ? " and " + (failing.size() - 1) + " more domains" : "")
                                + " fail DMARC.",
                        "Run `svc domain reports --domain " + failing.get(0)
                                + "`: sign the messages of your own sources, and ignore those of forgers.");
    }
}
