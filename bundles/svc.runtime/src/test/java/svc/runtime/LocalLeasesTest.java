package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import svc.api.shared.Leases.Lease;
import svc.testkit.ManualClock;

final class LocalLeasesTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final LocalLeases leases = new LocalLeases(clock);

    @Test
    void aLeaseIsTakenOnceUntilItsEnd() {
        assertThat(leases.take("a", HOUR)).isPresent();
        assertThat(leases.take("a", HOUR)).isEmpty();
        assertThat(leases.take("b", HOUR)).isPresent();
        clock.leap(HOUR.minusNanos(1));
        assertThat(leases.take("a", HOUR)).isEmpty();
        clock.leap(Duration.ofNanos(1));
        assertThat(leases.take("a", HOUR)).isPresent();
    }

    @Test
    void aReleasedLeaseCanBeTakenAgain() {
        Lease lease = leases.take("a", HOUR).orElseThrow();
        lease.release();
        assertThat(leases.take("a", HOUR)).isPresent();
    }

    @Test
    void anEndedLeaseDoesNotReleaseTheNextOne() {
        Lease ended = leases.take("a", HOUR).orElseThrow();
        clock.leap(HOUR);
        assertThat(leases.take("a", HOUR)).isPresent();
        ended.release();
        assertThat(leases.take("a", HOUR)).isEmpty();
    }

    @Test
    void oneOfManyThreadsTakesTheLease() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Optional<Lease>>> results = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                results.add(threads.submit(() -> leases.take("a", HOUR)));
            }
            int taken = 0;
            for (Future<Optional<Lease>> result : results) {
                taken += result.get().isPresent() ? 1 : 0;
            }
            assertThat(taken).isOne();
        } finally {
            threads.shutdownNow();
        }
    }
}
