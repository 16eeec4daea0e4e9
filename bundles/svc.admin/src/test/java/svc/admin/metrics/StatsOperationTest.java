package svc.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.admin.operations.OperationRegistry;
import svc.api.audit.Actor;
import svc.json.JacksonJson;
import svc.testkit.Covers;

class StatsOperationTest {

    @Test
    @Covers(value = "ADM-04", part = "the members")
    void everyMemberIsPresentAndZeroWithoutASource() {
        MetricSources sources = new MetricSources();
        sources.add(sink -> {
            sink.gauge("accounts", "Accounts", 7);
            sink.gauge("streams", "Streams", 2, "kind", "socket");
            sink.gauge("streams", "Streams", 3, "kind", "events");
            sink.gauge("uptime_seconds", "Time", 12.9);
        });
        sources.add(sink -> {
            throw new IllegalStateException("broken");
        });
        sources.add(sink -> sink.gauge("blob_bytes", "Bytes", 4e9));
        OperationRegistry registry = OperationRegistry.of(new JacksonJson(), id -> "bundle" + id);
        registry.add(sources, Map.of());
        assertThat(registry.run(registry.find("stats", "").orElseThrow(), Map.of(), Actor.SYSTEM)
                        .value())
                .hasToString("{accounts=7, tenants=0, messages=0, blobs={count=0, bytes=4000000000},"
                        + " queue={waiting=0, deferred=0}, sessions=0, streams=5, db_bytes=0, wal_bytes=0,"
                        + " uptime_seconds=12}");
    }
}
