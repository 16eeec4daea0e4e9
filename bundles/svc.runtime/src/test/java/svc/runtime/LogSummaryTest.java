package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.OperationException;
import svc.testclock.AdvanceableClock;

class LogSummaryTest {

    private final AdvanceableClock clock = new AdvanceableClock();
    private final List<Duration> asked = new ArrayList<>();
    private final LogOperations operations = new LogOperations(
            new LogLevels((logger, level) -> level, clock), new LoggerNames(List::of, List::of), ago -> {
                asked.add(ago);
                return Map.of("from", Instant.EPOCH, "to", Instant.EPOCH, "groups", List.of());
            });

    @AfterEach
    void stop() {
        clock.stop();
    }

    @Test
    void spansAreWrittenShort() {
        List.of("90s", "15m", "1h", "2d").forEach(text -> operations.summary(text));
        assertThat(asked)
                .containsExactly(
                        Duration.ofSeconds(90), Duration.ofMinutes(15), Duration.ofHours(1), Duration.ofDays(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "h", "0h", "-1h", "1w", "1.5h", "3d", "PT1H", "1h ", "99999999h"})
    void otherSpansAreRefusedByTheNameOfTheArgument(String text) {
        assertThatThrownBy(() -> operations.summary(text))
                .isInstanceOfSatisfying(
                        OperationException.class,
                        problem -> assertThat(problem.errors().get(0).field()).isEqualTo("since"));
        assertThat(asked).isEmpty();
    }
}
