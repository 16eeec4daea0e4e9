package svc.launcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LogTailTest {

    private final LogTail tail = new LogTail();

    private Map<String, Object> after(long number) {
        return tail.after(number, Duration.ZERO);
    }

    @Test
    void readerContinuesByLineNumber() {
        tail.add("one\n");
        tail.add("two\n\tat x\n");
        assertThat(after(-2)).isEqualTo(Map.of("last", 3L, "lines", List.of("two", "    at x")));
        assertThat(after(3)).isEqualTo(Map.of("last", 3L, "lines", List.of()));
        assertThat(after(1)).containsEntry("lines", List.of("two", "    at x"));
    }

    @Test
    void oldLinesAreDropped() {
        for (int i = 1; i <= 5_000; i++) {
            tail.add("line " + i + "\n");
        }
        assertThat((List<?>) after(0).get("lines")).hasSize(2_000);
        tail.add("x".repeat(1_500_000));
        tail.add("newest");
        assertThat(after(0)).isEqualTo(Map.of("last", 5_002L, "lines", List.of("newest")));
    }

    @Test
    void readerWaitsForTheNextLine() throws Exception {
        tail.add("one");
        CompletableFuture<Map<String, Object>> pending =
                CompletableFuture.supplyAsync(() -> tail.after(1, Duration.ofSeconds(60)));
        tail.add("two");
        assertThat(pending.get(30, TimeUnit.SECONDS)).containsEntry("lines", List.of("two"));
    }
}
