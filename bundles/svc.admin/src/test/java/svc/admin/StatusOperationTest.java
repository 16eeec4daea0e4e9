package svc.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.admin.metrics.MetricSources;
import svc.testkit.ManualClock;

class StatusOperationTest {

    @TempDir
    private Path home;

    private final ManualClock clock = new ManualClock();
    private final MetricSources sources = new MetricSources();

    private StatusOperation operation(List<Map<String, Object>> groups) {
        return new StatusOperation(sources, clock, ago -> Map.of("groups", groups), "0.40.0", home);
    }

    private static Map<String, Object> group(String message, long count, String last) {
        return Map.of("level", "warn", "message", message, "count", count, "last", Instant.parse(last));
    }

    @Test
    void theStatusNamesUptimeCountsDiskAndTheLatestTrouble() {
        sources.add(sink -> {
            sink.gauge("accounts", "Accounts", 7);
            sink.gauge("queue_deferred", "Waiting", 2);
            sink.gauge("store_database_bytes", "Bytes", 1000);
            sink.gauge("store_log_bytes", "Bytes", 200);
        });
        StatusOperation operation = operation(
                List.of(group("often", 90, "2030-01-01T10:00:00Z"), group("newest", 2, "2030-01-01T12:00:00Z")));
        clock.leap(Duration.ofSeconds(93_784));

        StatusOperation.Status status = operation.status();

        assertThat(status.version()).isEqualTo("0.40.0");
        assertThat(status.uptimeSeconds()).isEqualTo(93_784);
        assertThat(status.accounts()).isEqualTo(7);
        assertThat(status.queue().deferred()).isEqualTo(2);
        assertThat(status.disk().databaseBytes()).isEqualTo(1200);
        assertThat(status.disk().freeBytes())
                .isPositive()
                .isLessThan(status.disk().totalBytes());
        assertThat(status.lastTrouble())
                .isEqualTo(new StatusOperation.RecentProblem("2030-01-01T12:00:00Z", "warn", "newest", 2));
    }

    @Test
    void theStateFollowsListenersAndDrain() {
        StatusOperation operation = operation(List.of());
        assertThat(operation.status().state()).isEqualTo("starting");
        assertThat(operation.status().lastTrouble()).isNull();
        operation.call();
        assertThat(operation.status().state()).isEqualTo("stopping");
    }
}
