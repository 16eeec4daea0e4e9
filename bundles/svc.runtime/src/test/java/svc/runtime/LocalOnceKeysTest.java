package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.shared.OnceKeys.Result;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

final class LocalOnceKeysTest {

    private final SettableWallClock clock = new SettableWallClock();
    private final Instant now = clock.now();
    private final LocalOnceKeys keys = new LocalOnceKeys(clock, 4, 3);

    private Result register(String owner, String key, int seconds) {
        return keys.register("test", owner, key, now.plusSeconds(seconds));
    }

    @Test
    void aKeyIsRefusedUntilItsEnd() {
        assertThat(register("k", "a", 301)).isEqualTo(Result.FIRST);
        clock.move(Duration.ofMinutes(5));
        assertThat(register("k", "a", 301)).isEqualTo(Result.USED);
        clock.move(Duration.ofSeconds(400));
        assertThat(register("k", "b", 1_000)).isEqualTo(Result.FIRST);
        assertThat(keys.size()).isOne();
        clock.move(Duration.ofSeconds(-700));
        assertThat(register("k", "a", 301)).as("after the clock was set back").isEqualTo(Result.USED);
    }

    @Test
    @Covers(value = "DPOP-01", part = "a name is used once by a key, whatever the time of the proof")
    void aUsedKeyIsRefusedWithAnotherEndToo() {
        assertThat(register("k", "a", 301)).isEqualTo(Result.FIRST);
        assertThat(register("k", "a", 601)).isEqualTo(Result.USED);
        assertThat(register("other", "a", 601)).isEqualTo(Result.FIRST);
        assertThat(keys.register("another realm", "k", "a", now.plusSeconds(301)))
                .isEqualTo(Result.FIRST);
    }

    @Test
    void withoutRoomAKeyIsRefusedAndNoneIsForgotten() {
        for (String key : List.of("a", "b", "c")) {
            assertThat(register("k", key, 301)).isEqualTo(Result.FIRST);
        }
        assertThat(register("k", "d", 301)).isEqualTo(Result.FULL);
        assertThat(register("other", "a", 301)).isEqualTo(Result.FIRST);
        assertThat(register("third", "a", 301)).isEqualTo(Result.FULL);
        for (String key : List.of("a", "b", "c")) {
            assertThat(register("k", key, 301)).isEqualTo(Result.USED);
        }
        clock.move(Duration.ofSeconds(400));
        assertThat(register("k", "d", 1_000)).isEqualTo(Result.FIRST);
        assertThat(keys.size()).isOne();
    }
}
