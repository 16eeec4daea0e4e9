package svc.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import svc.api.metrics.Histogram;
import svc.testkit.Covers;

/** The Prometheus text format. */
final class PrometheusTextWriterTest {

    private final PrometheusTextWriter exposition = new PrometheusTextWriter();

    @Test
    @Covers("MET-01")
    void linesOfOneNameStandTogether() {
        exposition.counter("calls_total", "Calls", 3, "method", "a");
        exposition.gauge("size_bytes", "How \\ large\nit is", 1.5);
        exposition.counter("calls_total", "Calls", 4, "method", "b\"\\\n");

        assertThat(exposition.text()).isEqualTo("""
                        # HELP svc_calls_total Calls
                        # TYPE svc_calls_total counter
                        svc_calls_total{method="a"} 3
                        svc_calls_total{method="b\\"\\\\\\n"} 4
                        # HELP svc_size_bytes How \\\\ large\\nit is
                        # TYPE svc_size_bytes gauge
                        svc_size_bytes 1.5
                        """);
    }

    @Test
    @Covers("MET-01")
    void timingsAreAHistogramWhoseClassesAddUp() {
        Histogram timings = new Histogram();
        timings.observe(100_000);
        timings.observe(100_001);
        timings.observe(20_000_000_000L);
        exposition.histogram("call_seconds", "Calls", timings, "method", "a");

        assertThat(exposition.text().lines())
                .contains(
                        "# TYPE svc_call_seconds histogram",
                        "svc_call_seconds_bucket{method=\"a\",le=\"1.0E-4\"} 1",
                        "svc_call_seconds_bucket{method=\"a\",le=\"2.5E-4\"} 2",
                        "svc_call_seconds_bucket{method=\"a\",le=\"10\"} 2",
                        "svc_call_seconds_bucket{method=\"a\",le=\"+Inf\"} 3",
                        "svc_call_seconds_sum{method=\"a\"} 20.000200001",
                        "svc_call_seconds_count{method=\"a\"} 3");
    }

    @Test
    void invalidNamesAreRejected() {
        assertThatThrownBy(() -> exposition.gauge("Größe", "x", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> exposition.counter("calls", "x", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> exposition.gauge("size", "x", 1, "bad-label", "v"))
                .isInstanceOf(IllegalArgumentException.class);
        exposition.counter("calls_total", "x", 1);
        assertThatThrownBy(() -> exposition.gauge("calls_total", "x", 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
