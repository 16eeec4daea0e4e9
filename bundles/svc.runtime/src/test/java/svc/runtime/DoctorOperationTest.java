package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.operation.OperationProblem;
import svc.api.store.StoreProblem;
import svc.testkit.Covers;

final class DoctorOperationTest {

    private static final Finding OK = Finding.ok("a", "well");
    private static final Finding WARN = Finding.warn("b", "old", "renew it");
    private static final Finding FAIL = Finding.fail("c", "broken", "mend it");
    private static final Finding SKIPPED = Finding.skipped("d", "not set up");

    private record Fixed(String family, List<Finding> examine) implements HealthCheck {}

    private static List<DoctorOperation.Diagnosis> run(HealthCheck... checks) {
        return new DoctorOperation(List.of(checks)).run(new DoctorOperation.Arguments(null));
    }

    private static int exit(Finding... findings) {
        DoctorOperation doctor = new DoctorOperation(List.of(new Fixed("x", List.of(findings))));
        return doctor.exit(doctor.run(new DoctorOperation.Arguments(null)));
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
    @Covers(value = "DOC-02", open = "the check of the backup")
    void aStatusIsOneOfFourWords() {
        assertThat(run(new Fixed("x", List.of(OK, WARN, FAIL, SKIPPED))))
                .extracting(DoctorOperation.Diagnosis::status)
                .containsExactly("ok", "warn", "fail", "skipped");
    }

    @Test
    @Covers("DOC-03")
    void whatIsEmptyIsAbsent() {
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
        public List<Finding> examine() {
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
        assertThat(run(new Throwing(new StoreProblem(StoreProblem.Kind.CLOSED, "closed", null))))
                .singleElement()
                .returns("skipped", DoctorOperation.Diagnosis::status);
        assertThat(run(new Throwing(new StoreProblem(StoreProblem.Kind.DAMAGED, "damaged", null))))
                .singleElement()
                .returns("fail", DoctorOperation.Diagnosis::status);
    }

    @Test
    void aFamilyThatDoesNotExistIsRefusedWithTheOnesThatDo() {
        DoctorOperation doctor = new DoctorOperation(List.of(new Fixed("tls", List.of(OK))));
        assertThatThrownBy(() -> doctor.run(new DoctorOperation.Arguments("tsl")))
                .isInstanceOf(OperationProblem.class)
                .hasMessageContaining("tls");
    }
}
