package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.OperationException;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;

@Covers("ADM-06")
final class LogLevelsTest {

    private final Map<String, String> levels = new HashMap<>();
    private final AdvanceableClock clock = new AdvanceableClock();
    private final LogLevels raised = new LogLevels(this::set, clock);
    private final LogOperations operations = new LogOperations(
            raised,
            new LoggerNames(
                    () -> List.of("ROOT", "svc", "svc.store", "svc.store.slow", "org"),
                    () -> List.of("svc.http", "svc.store.sqlite", "com.acme.notes")),
            ago -> Map.of());

    private String set(String logger, String level) {
        String before = levels.getOrDefault(logger, "info");
        levels.put(logger, level.isEmpty() ? "info" : level);
        return before;
    }

    @AfterEach
    void stop() {
        clock.stop();
    }

    @Test
    void aRaiseEndsByItself() {
        raised.raise("svc.http", "debug", Duration.ofMinutes(15));
        clock.advance(Duration.ofSeconds(899));
        assertThat(levels).containsEntry("svc.http", "debug");
        clock.advance(Duration.ofSeconds(1));
        assertThat(levels).containsEntry("svc.http", "info");
    }

    @Test
    void aSecondRaiseHasItsOwnEndAndGoesBackToTheConfiguredLevel() {
        raised.raise("ROOT", "debug", Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(5));
        assertThat(raised.raise("ROOT", "trace", Duration.ofSeconds(10)).previous())
                .isEqualTo("debug");
        clock.advance(Duration.ofSeconds(6));
        assertThat(levels).containsEntry("ROOT", "trace");
        clock.advance(Duration.ofSeconds(4));
        assertThat(levels).containsEntry("ROOT", "info");
    }

    @Test
    void raisesOfTwoLoggersDoNotTouchEachOther() {
        raised.raise("a", "debug", Duration.ofSeconds(10));
        raised.raise("b", "debug", Duration.ofSeconds(20));
        clock.advance(Duration.ofSeconds(15));
        assertThat(levels).containsEntry("a", "info").containsEntry("b", "debug");
    }

    @Test
    void aShortNameMeansThePartOfTheServer() {
        LogOperations.Raised result = operations.level(LogOperations.Level.DEBUG, "http", 60);
        assertThat(result.logger()).isEqualTo("svc.http");
        assertThat(result.revertsAt()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "root",
                "svc.store.slow",
                "svc.store",
                "svc.http.server.JettyServer",
                "http",
                "com.acme",
                "com.acme.notes.inner.Some"
            })
    void packagesOfInstalledBundlesAreValidLoggers(String logger) {
        operations.level(LogOperations.Level.DEBUG, logger, 60);
        assertThat(levels).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"htp", "svc.htp", "nonsuch", "svc.httpd", "org.nonsuch", "com.acme.note"})
    void aLoggerThatCannotBeIsRefusedAndTheNearestAreNamed(String logger) {
        assertThatThrownBy(() -> operations.level(LogOperations.Level.DEBUG, logger, 60))
                .isInstanceOfSatisfying(
                        OperationException.class,
                        problem -> assertThat(problem.errors()).hasSize(1))
                .hasMessageContaining("No logger is called ")
                .hasMessageContaining("svc.http");
        assertThat(levels).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 3601, Long.MAX_VALUE})
    void aTimeOutOfBoundsIsRefusedAndChangesNothing(long seconds) {
        assertThatThrownBy(() -> operations.level(LogOperations.Level.DEBUG, "ROOT", seconds))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("from 1 to 3600");
        assertThat(levels).isEmpty();
    }
}
