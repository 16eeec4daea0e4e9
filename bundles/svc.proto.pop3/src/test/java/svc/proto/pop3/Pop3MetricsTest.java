package svc.proto.pop3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;

/** Tests the counts of commands. */
class Pop3MetricsTest {

    /** Collects counters by their labels. */
    private record Counters(Map<String, Long> values) implements MetricSink {

        @Override
        public void counter(String name, String help, long value, String... labels) {
            values.put(name + " " + String.join(" ", labels), value);
        }

        @Override
        public void gauge(String name, String help, double value, String... labels) {
            throw new AssertionError(name);
        }

        @Override
        public void histogram(String name, String help, Histogram timings, String... labels) {
            throw new AssertionError(name);
        }
    }

    @Test
    void countsCommandsByTheirResult() {
        Pop3Metrics metrics = new Pop3Metrics();
        metrics.command("RETR", true);
        metrics.command("RETR", true);
        metrics.command("RETR", false);
        Counters counters = new Counters(new HashMap<>());
        metrics.collect(counters);
        assertThat(counters.values())
                .containsOnly(
                        Map.entry("commands_total protocol pop3 command retr result ok", 2L),
                        Map.entry("commands_total protocol pop3 command retr result err", 1L));
    }
}
