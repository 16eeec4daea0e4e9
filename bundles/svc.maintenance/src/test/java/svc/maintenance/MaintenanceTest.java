package svc.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditLog;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.store.Transaction;
import svc.maintenance.MaintenanceOperations.MaintenanceView;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.RecordedMetrics;

final class MaintenanceTest {

    private static final Actor ROOT = Actor.console("root");

    private final AdvanceableClock clock = new AdvanceableClock();
    private final Log log = new Log();
    private MaintenanceMode mode;
    private MaintenanceOperations operations;

    /** An audit log in memory. */
    private static final class Log implements AuditLog {

        private final List<AuditEvent> events = new ArrayList<>();

        @Override
        public void record(Transaction tx, AuditEvent act) {
            record(act);
        }

        @Override
        public synchronized void record(AuditEvent act) {
            events.add(act);
        }

        synchronized List<AuditEvent> events() {
            return List.copyOf(events);
        }
    }

    @BeforeEach
    void start() {
        mode = new MaintenanceMode(clock);
        mode.keepIn(log);
        operations = new MaintenanceOperations(mode);
    }

    @AfterEach
    void stop() {
        mode.stop();
        clock.stop();
    }

    private MaintenanceView begin(String length, boolean readOnly) {
        return operations.begin(length, "new disk", readOnly, ROOT);
    }

    private Finding finding() {
        return new MaintenanceMonitor(mode).run().get(0);
    }

    private Map<String, Double> metrics() {
        return RecordedMetrics.of(new MaintenanceMonitor(mode));
    }

    @Test
    void aMaintenanceIsShownUntilItEnds() {
        assertThat(operations.show()).isEqualTo(new MaintenanceView(false, null, null, null, null, null));
        assertThat(finding())
                .isEqualTo(Finding.ok("maintenance", "No maintenance is active.")
                        .with(finding().facts()));
        Instant now = clock.now();
        MaintenanceView begun = begin("30m", false);
        assertThat(begun.active()).isTrue();
        assertThat(begun.readOnly()).isFalse();
        assertThat(begun.reason()).isEqualTo("new disk");
        assertThat(begun.beganBy()).isEqualTo("console root");
        assertThat(begun.endsAt()).isBetween(now.plusSeconds(1_798), now.plusSeconds(1_810));
        assertThat(operations.show()).isEqualTo(begun);
        assertThat(mode.readOnly()).isEmpty();
        assertThat(metrics()).isEqualTo(Map.of("maintenance", 1.0, "maintenance_read_only", 0.0));
        assertThat(finding().status()).isEqualTo(Status.OK);
        assertThat(finding().detail())
                .startsWith("A maintenance is active, until ")
                .endsWith(": new disk.");
        assertThat(operations.end())
                .isEqualTo(new MaintenanceView(
                        false, begun.readOnly(), begun.reason(), begun.beganBy(), begun.beganAt(), begun.endsAt()));
        assertThat(mode.current()).isEmpty();
        assertThat(metrics()).isEqualTo(Map.of("maintenance", 0.0, "maintenance_read_only", 0.0));
    }

    @Test
    void aMaintenanceEndsByItself() {
        begin("30m", true);
        assertThat(metrics()).isEqualTo(Map.of("maintenance", 1.0, "maintenance_read_only", 1.0));
        AtomicInteger runs = new AtomicInteger();
        Runnable action = runs::incrementAndGet;
        mode.whenWritable(action);
        mode.whenWritable(action);
        clock.advance(Duration.ofMinutes(29));
        assertThat(mode.readOnly()).isPresent();
        assertThat(runs).hasValue(0);
        clock.advance(Duration.ofMinutes(1));
        assertThat(mode.current()).isEmpty();
        Eventually.until("the action ran", () -> runs.get() == 1);
        Eventually.until("the end is in the audit log", () -> !log.events().isEmpty());
        AuditEvent end = log.events().get(0);
        assertThat(end.action()).isEqualTo("maintenance.end");
        assertThat(end.actor()).isEqualTo(Actor.SYSTEM);
        begin("1h", false);
        assertThat(runs).hasValue(1);
    }

    @Test
    void anEarlyEndRunsTheWaitingActionsOnce() {
        begin("30m", true);
        AtomicInteger runs = new AtomicInteger();
        mode.whenWritable(runs::incrementAndGet);
        operations.end();
        assertThat(runs).hasValue(1);
        mode.whenWritable(runs::incrementAndGet);
        assertThat(runs).hasValue(2);
    }

    @Test
    void theEndOfAnEarlierMaintenanceDoesNotEndALaterOne() {
        begin("30m", true);
        clock.advance(Duration.ofMinutes(10));
        operations.end();
        begin("30m", true);
        clock.advance(Duration.ofMinutes(25));
        assertThat(mode.readOnly()).isPresent();
        clock.advance(Duration.ofMinutes(5));
        assertThat(mode.readOnly()).isEmpty();
    }

    @Test
    void aRestartEndsTheMaintenance() {
        begin("12h", true);
        mode.stop();
        mode = new MaintenanceMode(clock);
        assertThat(mode.current()).isEmpty();
    }

    @Test
    void onlyOneMaintenanceIsActive() {
        begin("30m", true);
        assertThatThrownBy(() -> begin("1h", false)).isInstanceOfSatisfying(OperationException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.CONFLICT);
            assertThat(e.detail())
                    .startsWith("A maintenance is active already: read-only until ")
                    .contains("new disk", "begun by console root", "`svc maintenance end`");
        });
        assertThat(mode.readOnly()).isPresent();
    }

    @Test
    void anEndNeedsAnActiveMaintenance() {
        assertThatThrownBy(operations::end).isInstanceOfSatisfying(OperationException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.CONFLICT);
            assertThat(e.detail()).contains("No maintenance is active", "`svc maintenance begin`");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0m", "30", "-5m", "13h", "721m", "1d", "half an hour"})
    void lengthsAreChecked(String length) {
        assertThatThrownBy(() -> begin(length, false)).isInstanceOfSatisfying(OperationException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.INVALID);
            assertThat(e.detail()).isEqualTo("for must be a time from 1s to 12h, such as 30m or 2h.");
        });
        assertThat(mode.current()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "two\nlines"})
    void reasonsAreChecked(String reason) {
        assertThatThrownBy(() -> operations.begin("30m", reason, false, ROOT))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("reason must be a line of 1 to 200 characters");
    }

    @Test
    void theLongestMaintenanceIsTwelveHours() {
        begin("12h", false);
        assertThat(mode.current()).isPresent();
    }
}
