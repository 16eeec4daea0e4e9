package svc.ratelimit.rates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** Token buckets in memory of fixed size. */
final class TokenBucketsTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Rate RATE = Rate.of("x", 60, 5);

    /** The reference model of a token bucket: tokens are added over time. */
    private static final class Bucket {
        private double tokens = RATE.burst();
        private long last;

        boolean take(long now) {
            tokens = Math.min(RATE.burst(), tokens + (now - last) / (double) RATE.interval());
            last = now;
            if (tokens < 1 - 1e-9) {
                return false;
            }
            tokens--;
            return true;
        }
    }

    @Test
    @Covers("SEC-04")
    void itAnswersAsTokenBucketsDo() {
        Random random = new Random(7);
        TokenBuckets table = new TokenBuckets(1 << 12, random.nextLong());
        Map<Long, Bucket> model = new HashMap<>();
        long now = 1;
        for (int i = 0; i < 200_000; i++) {
            now += random.nextInt((int) (SECOND / 20));
            long key = random.nextInt(20);
            boolean taken = table.take(key, RATE, now) >= 0;
            assertThat(taken)
                    .as("request %d", i)
                    .isEqualTo(model.computeIfAbsent(key, any -> new Bucket()).take(now));
        }
    }

    @Test
    @Covers("SEC-04")
    void aMillionAddressesDoNotEvictALimitedClient() {
        TokenBuckets table = new TokenBuckets(1 << 12, new Random(8).nextLong());
        long now = 1;
        long victim = 4_711;
        int refused = 0;
        for (int i = 0; i < 1_000_000; i++) {
            now += 1_000;
            table.take(1_000_000L + i, RATE, now);
            if (i % 100 == 0) {
                refused += table.take(victim, RATE, now) < 0 ? 1 : 0;
            }
        }
        // 10,000 requests within a second, of which the burst and one more may be allowed
        assertThat(refused).isGreaterThanOrEqualTo(10_000 - RATE.burst() - 1);
    }
}
