package svc.proto.pop3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.testkit.RecordedMetrics;

/** Tests the counts of commands. */
class Pop3MetricsTest {

    @Test
    void countsCommandsByTheirResult() {
        Pop3Metrics metrics = new Pop3Metrics();
        metrics.command("RETR", true);
        metrics.command("RETR", true);
        metrics.command("RETR", false);
        assertThat(RecordedMetrics.countersOf(metrics))
                .containsOnly(
                        Map.entry("commands_total protocol pop3 command retr result ok", 2L),
                        Map.entry("commands_total protocol pop3 command retr result err", 1L));
    }
}
