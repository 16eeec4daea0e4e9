package svc.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.health.HealthCheck.Cost;
import svc.api.health.HealthChecks;
import svc.api.health.HealthChecks.Result;
import svc.testkit.Covers;

/** Tests the time limits and the costs of health checks. */
@Timeout(60)
final class HealthCheckRunnerTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();

    private record Check(String family, List<String> checks, Cost cost, Runnable work) implements HealthCheck {

        @Override
        public List<Finding> run() {
            work.run();
            return checks.stream().map(name -> Finding.ok(name, "well")).toList();
        }
    }

    private static Check quick(String family, String... names) {
        return new Check(family, List.of(names), Cost.CHEAP, () -> {});
    }

    private Check stuck(String... names) {
        return new Check("stuck", List.of(names), Cost.CHEAP, () -> {
            runs.incrementAndGet();
            await(released);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(50, SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void release() {
        released.countDown();
    }

    private static List<Result> run(HealthCheckRunner runner) {
        return runner.run(Optional.empty(), Set.of(Cost.CHEAP));
    }

    @Test
    void aLateCheckIsAWarningUnderItsNames() {
        HealthCheckRunner runner = new HealthCheckRunner(List.of(stuck("b", "a"), quick("x", "c")), SHORT);
        List<Result> results = run(runner);
        assertThat(results).extracting(result -> result.finding().check()).containsExactly("a", "b", "c");
        assertThat(results)
                .filteredOn(result -> result.family().equals("stuck"))
                .allSatisfy(result -> assertThat(result.finding())
                        .returns(Finding.Status.WARN, Finding::status)
                        .returns(HealthCheckRunner.LATE, Finding::detail)
                        .returns(HealthChecks.LATE, Finding::facts));
    }

    @Test
    void aCheckThatStillRunsIsNotStartedAgain() {
        HealthCheckRunner runner = new HealthCheckRunner(List.of(stuck("a")), SHORT);
        run(runner);
        run(runner);
        assertThat(runs).hasValue(1);
        released.countDown();
        while (run(runner).get(0).finding().status() != Finding.Status.OK) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aCheckThatAnErrorEndedRunsAgain() {
        Check broken = new Check("x", List.of("a"), Cost.CHEAP, () -> {
            runs.incrementAndGet();
            throw new StackOverflowError("of a check");
        });
        HealthCheckRunner runner = new HealthCheckRunner(List.of(broken), SHORT);
        while (runs.get() < 2) {
            assertThat(run(runner).get(0).finding().status()).isEqualTo(Finding.Status.WARN);
        }
    }

    @Test
    @Covers("DOC-02")
    void manyStuckChecksDoNotDelayTheAnswer() {
        Check[] many = new Check[200];
        for (int i = 0; i < many.length; i++) {
            many[i] = stuck("a" + i);
        }
        List<Result> results = run(new HealthCheckRunner(List.of(many), SHORT));
        assertThat(results)
                .hasSize(many.length)
                .allMatch(result -> result.finding().detail().equals(HealthCheckRunner.LATE));
        assertThat(runs.get()).isLessThan(many.length);
    }

    @Test
    void checksRunSideBySide() {
        CyclicBarrier both = new CyclicBarrier(2);
        Runnable meet = () -> {
            try {
                both.await(50, SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        List<Result> results = run(new HealthCheckRunner(
                List.of(new Check("x", List.of("a"), Cost.CHEAP, meet), new Check("x", List.of("b"), Cost.CHEAP, meet)),
                LONG));
        assertThat(results).allMatch(result -> result.finding().status() == Finding.Status.OK);
    }

    @Test
    @Covers("DOC-02")
    void expensiveChecksAreSkippedUnlessSelected() {
        HealthCheckRunner runner = new HealthCheckRunner(
                List.of(
                        new Check("x", List.of("far"), Cost.OUTSIDE, runs::incrementAndGet),
                        new Check("x", List.of("much"), Cost.SLOW, runs::incrementAndGet)),
                LONG);
        assertThat(run(runner)).allMatch(result -> result.finding().status() == Finding.Status.SKIPPED);
        assertThat(runs).hasValue(0);
        assertThat(runner.run(Optional.empty(), Set.of(Cost.values())))
                .allMatch(result -> result.finding().status() == Finding.Status.OK);
        assertThat(runs).hasValue(2);
    }
}
