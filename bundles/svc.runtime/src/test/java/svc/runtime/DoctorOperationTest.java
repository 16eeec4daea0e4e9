package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.operation.OperationException;
import svc.api.store.StoreException;
import svc.testkit.Covers;

final class DoctorOperationTest {

    private static final Finding OK = Finding.ok("a", "well");
    private static final Finding WARN = Finding.warn("b", "old", "renew it");
    private static final Finding FAIL = Finding.fail("c", "broken", "mend it");
    private static final Finding SKIPPED = Finding.skipped("d", "not set up");

    private record Fixed(String family, List<Finding> run) implements HealthCheck {}

    private static List<DoctorOperation.Diagnosis> run(HealthCheck... checks) {
        return doctor(true, checks).run(null, false, false, false).value().stream()
                .filter(found -> !found.check().equals("server"))
                .toList();
    }

    private static DoctorOperation doctor(boolean running, HealthCheck... checks) {
        return new DoctorOperation(new HealthCheckRunner(List.of(checks), Duration.ofMinutes(1)), running);
    }

    private static int exit(Finding... findings) {
        return doctor(true, new Fixed("x", List.of(findings)))
                .run(null, false, false, false)
                .exitCode();
    }

    @Test
    @Covers("DOC-01")
    void theExitCodeIsTheWorstFinding() {
        assertThat(exit(OK)).isZero();
        assertThat(exit(OK, SKIPPED)).isZero();
        assertThat(exit(OK, WARN)).isEqualTo(1);
        assertThat(exit(OK, WARN, FAIL)).isEqualTo(2);
    }

    @Test
    @Covers("DOC-02")
    void aStatusIsOneOfFourWords() {
        assertThat(run(new Fixed("x", List.of(OK, WARN, FAIL, SKIPPED))))
                .extracting(DoctorOperation.Diagnosis::status)
                .containsExactly("fail", "warn", "skipped", "ok");
    }

    @Test
    void failuresComeFirstAndTheTotalsLast() {
        DoctorOperation doctor =
                doctor(true, new Fixed("a", List.of(OK, SKIPPED)), new Fixed("b", List.of(FAIL, OK, WARN)));
        List<DoctorOperation.Diagnosis> found =
                doctor.run(null, false, false, false).value();
        assertThat(found)
                .extracting(DoctorOperation.Diagnosis::status)
                .containsExactly("fail", "warn", "skipped", "ok", "ok", "ok");
        assertThat(DoctorOperation.note(found)).isEqualTo("3 ok, 1 warn, 1 fail, 1 skipped");
    }

    @Test
    @Covers("DOC-03")
    void emptyMembersAreAbsent() {
        DoctorOperation.Diagnosis bare = run(new Fixed("", List.of(OK))).get(0);
        assertThat(bare.family()).isNull();
        assertThat(bare.facts()).isNull();
        assertThat(bare.remedy()).isNull();
        DoctorOperation.Diagnosis full =
                run(new Fixed("tls", List.of(WARN.with(Map.of("days", 3))))).get(0);
        assertThat(full.family()).isEqualTo("tls");
        assertThat(full.facts()).containsEntry("days", 3);
        assertThat(full.remedy()).isEqualTo("renew it");
    }

    private record Throwing(RuntimeException thrown) implements HealthCheck {

        @Override
        public String family() {
            return "x";
        }

        @Override
        public List<Finding> run() {
            throw thrown;
        }
    }

    @Test
    void aCheckThatThrowsIsAFailure() {
        assertThat(run(new Throwing(new IllegalStateException("the secret of the check"))))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.status()).isEqualTo("fail");
                    assertThat(found.detail()).doesNotContain("secret");
                });
    }

    @Test
    void aCheckThatNeedsTheStoreIsSkippedWhereNoServerRuns() {
        assertThat(run(new Throwing(new StoreException(StoreException.Kind.CLOSED, "closed", null))))
                .singleElement()
                .returns("skipped", DoctorOperation.Diagnosis::status);
        assertThat(run(new Throwing(new StoreException(StoreException.Kind.DAMAGED, "damaged", null))))
                .singleElement()
                .returns("fail", DoctorOperation.Diagnosis::status);
    }

    private record Closed() implements HealthCheck {

        @Override
        public String family() {
            return "mail";
        }

        @Override
        public List<String> checks() {
            return List.of("mail-queue", "mail-counts");
        }

        @Override
        public List<Finding> run() {
            throw new StoreException(StoreException.Kind.CLOSED, "closed", null);
        }
    }

    @Test
    @Covers({"DOC-01", "DOC-03"})
    void withoutAServerTheChecksHaveTheirDeclaredNamesAndTheServerIsAFailure() {
        DoctorOperation doctor = doctor(false, new Closed());
        for (String only : new String[] {null, "mail"}) {
            List<DoctorOperation.Diagnosis> found =
                    doctor.run(only, false, false, false).value();
            assertThat(found)
                    .extracting(DoctorOperation.Diagnosis::check)
                    .containsExactly("server", "mail-counts", "mail-queue");
            assertThat(DoctorOperation.exitCode(found)).isEqualTo(2);
        }
        DoctorOperation other = doctor(false, new Fixed("x", List.of(OK)));
        assertThat(other.run("x", false, false, false).exitCode()).isZero();
        assertThat(other.run("server", false, false, false).exitCode()).isEqualTo(2);
    }

    @Test
    void aFamilyThatDoesNotExistIsRefusedWithTheOnesThatDo() {
        DoctorOperation doctor = doctor(true, new Fixed("tls", List.of(OK)));
        assertThatThrownBy(() -> doctor.run("tsl", false, false, false))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("tls");
    }
}
