package svc.push.web.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import svc.testkit.ManualClock;

class CreationRateTest {

    private final ManualClock clock = new ManualClock();
    private final CreationRate rate = new CreationRate(clock);

    private long permitted(long account) {
        return LongStream.range(0, 100).filter(i -> rate.permit(account)).count();
    }

    @Test
    void permitsABurstAndThenASlowRate() {
        assertThat(permitted(1)).isEqualTo(CreationRate.BURST);
        assertThat(permitted(2)).as("another account").isEqualTo(CreationRate.BURST);
        clock.leap(Duration.ofNanos(CreationRate.NANOS));
        assertThat(permitted(1)).isEqualTo(1);
        clock.leap(Duration.ofHours(10));
        assertThat(permitted(1)).isEqualTo(CreationRate.BURST);
        for (long account = 10; account < 5_000; account++) {
            assertThat(rate.permit(account)).isTrue();
        }
    }
}
