package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.health.Finding.Status;
import svc.api.operation.OperationException;
import svc.api.store.Scope;
import svc.mail.domains.report.ReceivedReport.SourceResult;
import svc.mail.domains.report.ReportOperations.SourceView;

/** The sums of reports from other servers in the tables. */
final class ReceivedRowsTest extends ReportFixture {

    private long count(String table, String domain) {
        return number("SELECT count(*) FROM " + table + " WHERE domain = ?", domain);
    }

    @Test
    void reporterCannotStoreMoreThanTheLimits() {
        Instant now = clock.now();
        Scope account = Scope.account(
                new ScopeKey(), store().write(Scope.system(), tx -> tx.createAccount("t1", "x@limits.test")));
        for (int i = 0; i < ReceivedRows.MOST_REPORTS + 10; i++) {
            Map<SourceResult, Long> sums = new HashMap<>();
            for (int j = 0; j < 20; j++) {
                sums.put(new SourceResult("10.1." + i + "." + j, false, false), 1L);
            }
            ReceivedReport report = new ReceivedReport("id" + i, PendingReport.day(now), "limits.test", sums);
            store().write(account, tx -> {
                ReceivedRows.add(tx.sql(), "limits.test", "far.test", report);
                return 0;
            });
        }
        assertThat(count("dmarc_received", "limits.test")).isEqualTo(ReceivedRows.MOST_REPORTS);
        assertThat(count("dmarc_source", "limits.test")).isEqualTo(ReceivedRows.MOST_SUMS + 1);
        List<SourceView> all = new ReportOperations(store(), clock).reports("limits.test", 7);
        assertThat(number("SELECT sum(messages) FROM dmarc_source WHERE domain = ?", "limits.test"))
                .isEqualTo(20L * ReceivedRows.MOST_REPORTS);
        assertThat(all.get(0).source()).isEqualTo("others");
        assertThat(new ReceivedReportsCheck(store(), clock).run())
                .singleElement()
                .satisfies(finding -> assertThat(finding.status()).isEqualTo(Status.WARN))
                .satisfies(finding -> assertThat(finding.detail()).contains("limits.test"));
        store().write(Scope.system(), tx -> {
            while (ReceivedRows.purge(tx.sql(), now.plus(Duration.ofDays(91)), ReportSweep.KEPT, () -> true)) {}
            return 0;
        });
        assertThat(count("dmarc_received", "limits.test") + count("dmarc_source", "limits.test"))
                .isZero();
    }

    @Test
    void invalidArgumentsAreRejected() {
        ReportOperations operations = new ReportOperations(store(), clock);
        assertThatThrownBy(() -> operations.reports(null, 0)).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> operations.reports(null, 91)).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> operations.reports("no domain", 7)).isInstanceOf(OperationException.class);
        assertThat(operations.reports("NO.test", 90)).isEmpty();
    }
}
