package svc.launcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.launcher.framework.OsgiLogger;
import svc.testkit.Covers;

class LogSummaryTest {

    private static final String CANARY = "canary-4f1";

    private Instant now = Instant.parse("2030-01-01T12:00:30Z");
    private final LogSummary summary = new LogSummary(() -> now);
    private final LoggerContext context = new LoggerContext();
    private final Logger log = context.getLogger("svc.thing");

    @BeforeEach
    void listen() {
        summary.setContext(context);
        summary.start();
        context.getLogger("ROOT").addAppender(summary);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private List<?> groups(Duration ago) {
        return (List<?>) Objects.requireNonNull(summary.since(ago).get("groups"));
    }

    @Test
    @Covers("ADM-05")
    void equalWarningsAreGroupedWithTheLatestMessage() {
        Instant first = now;
        log.warn("The mail of {} waits", CANARY);
        pass(Duration.ofMinutes(2));
        log.warn("The mail of {} waits", "bob");
        log.warn("The mail of {} waits", "cyd", new IllegalStateException(CANARY));
        log.info("Nothing");
        log.error("The disk is full");
        assertThat(groups(Duration.ofHours(1)))
                .isEqualTo(List.of(
                        Map.of(
                                "level",
                                "warn",
                                "logger",
                                "svc.thing",
                                "message",
                                "The mail of cyd waits",
                                "count",
                                3L,
                                "first",
                                first,
                                "last",
                                now),
                        Map.of(
                                "level",
                                "error",
                                "logger",
                                "svc.thing",
                                "message",
                                "The disk is full",
                                "count",
                                1L,
                                "first",
                                now,
                                "last",
                                now)));
        assertThat(groups(Duration.ofHours(1)).toString()).doesNotContain(CANARY);
    }

    @Test
    @Covers("ADM-05")
    void credentialsAreRedacted() throws Exception {
        log.warn("Refused Authorization: Bearer " + CANARY + "-0123456789");
        log.warn("GET /x?access_token=" + CANARY + "&a=b");
        log.warn("password=" + CANARY + " is wrong");
        log.warn("Refused {} of {}", "Authorization: DPoP " + CANARY + "-0123456789", "ann");
        OsgiLogger.over(log, false).warn("secret={} of {}", CANARY, "ann");
        OsgiLogger.over(log, true).warn("secret=%s of %s", CANARY, "ann");
        assertThat(groups(Duration.ofHours(1))).hasSize(6);
        assertThat(groups(Duration.ofHours(1)).toString())
                .contains("secret=(redacted) of ann")
                .doesNotContain(CANARY);
    }

    @Test
    void onlyTheRequestedPeriodIsCounted() {
        Instant begin = now;
        assertThat(summary.since(Duration.ofHours(1))).containsEntry("from", begin);
        log.warn("Early");
        pass(Duration.ofMinutes(30));
        log.warn("Late");
        assertThat(groups(Duration.ofMinutes(10))).hasSize(1).asString().contains("Late");
        assertThat(groups(Duration.ofMinutes(30))).hasSize(2);
        pass(Duration.ofDays(3));
        log.warn("Much later");
        assertThat(groups(Duration.ofDays(2))).hasSize(1);
    }

    @Test
    void manyDifferentTextsAreBoundedAndCounted() {
        for (int minute = 0; minute < 20; minute++) {
            for (int i = 0; i < 1_000; i++) {
                log.warn("Text " + minute + " " + i + " of a library" + "!".repeat(1_000));
            }
            pass(Duration.ofMinutes(1));
        }
        List<?> groups = groups(Duration.ofDays(2));
        assertThat(groups).hasSizeBetween(3_000, 4_001);
        assertThat(groups.get(0).toString()).contains("further messages").contains("count=");
        assertThat((Instant) summary.since(Duration.ofDays(2)).get("from")).isAfter("2030-01-01T12:05:00Z");
    }

    @Test
    void clockStepBackLosesNothing() {
        log.warn("One");
        pass(Duration.ofHours(-1));
        log.warn("One");
        assertThat(groups(Duration.ofHours(1)).toString()).contains("count=2");
    }
}
