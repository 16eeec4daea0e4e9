package svc.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void terminalLineIsOverwrittenAndRemoved() {
        ProgressLine line = line(true);
        line.show(1, 4, "none of it yet");
        assertThat(shown()).isEmpty();
        pass(Duration.ofMillis(150));
        line.show(1, 4, "one message");
        assertThat(shown()).isEqualTo("\r[======                  ]  25%  one message");
        shown.reset();
        pass(Duration.ofMillis(150));
        line.show(2, 4, "two");
        assertThat(shown()).startsWith("\r[============            ]  50%  two").endsWith(" ");
        shown.reset();
        line.show(4, 4, "");
        assertThat(shown()).startsWith("\r  ").endsWith("\r");
        shown.reset();
        line.clear();
        assertThat(shown()).isEmpty();
    }

    @Test
    void otherOutputGetsOccasionalLines() {
        ProgressLine line = line(false);
        pass(Duration.ofSeconds(9));
        line.show(1, 4, "one");
        assertThat(shown()).isEmpty();
        pass(Duration.ofSeconds(2));
        line.show(2, 4, "two");
        line.show(3, 4, "three");
        pass(Duration.ofSeconds(11));
        line.show(30, 0, "who knows of how many");
        line.clear();
        assertThat(shown().lines()).containsExactly("50%  two", "who knows of how many");
    }

    private ProgressLine line(boolean terminal) {
        return new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), terminal, nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
