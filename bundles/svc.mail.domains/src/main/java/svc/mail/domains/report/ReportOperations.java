package svc.mail.domains.report;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.mail.domains.proof.DomainText;

/** The operation {@code svc domain reports}. */
@Component
public final class ReportOperations implements OperationGroup {

    private static final int MOST_DAYS = 90;
    private static final int MOST_ROWS = 1_000;

    private final Store store;
    private final Clock clock;

    @Activate
    public ReportOperations(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * The messages in the name of a domain from one address.
     *
     * @param source the address; {@code others} for those that were not counted one by one
     */
    record SourceView(String domain, String source, long messages, long passed, long failed, long dkim, long spf) {}

    @Operation(
            command = "domain reports",
            help = "Show what other servers report about messages in the name of the domains, most failures first",
            needs = Needs.STORE,
            readOnly = true,
            emptyMessage = "no reports")
    public List<SourceView> reports(
            @Help("a domain of this server; all if omitted") @Nullable String domain,
            @Help("the number of days, 1 to 90") @Default("7") int days) {
        if (days < 1 || days > MOST_DAYS) {
            String what = "must be 1 to " + MOST_DAYS;
            throw new OperationException(Reason.INVALID, "days " + what + ".", List.of(new FieldError("days", what)));
        }
        LocalDate since = PendingReport.day(clock.now()).minusDays(days);
        String only = domain == null ? "" : DomainText.canonical("domain", domain);
        return store
                .read(Scope.system(), snapshot -> ReceivedRows.sums(snapshot.sql(), since, only, MOST_ROWS))
                .stream()
                .map(sum -> new SourceView(
                        sum.domain(),
                        sum.source().isEmpty() ? "others" : sum.source(),
                        sum.messages(),
                        sum.messages() - sum.failed(),
                        sum.failed(),
                        sum.dkim(),
                        sum.spf()))
                .toList();
    }
}
