package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.operation.OperationException;
import svc.api.operation.Progress;

class LogTailOperationTest {

    private final List<String> log = new ArrayList<>(List.of("one", "two", "three"));
    private final List<String> written = new ArrayList<>();
    private int left = 10;

    private final LogTailOperation operation = new LogTailOperation((after, patience) -> {
        int from = (int) (after < 0 ? Math.max(0, log.size() + after) : after);
        Map<String, Object> found =
                Map.of("last", (long) log.size(), "lines", List.copyOf(log.subList(from, log.size())));
        if (after >= 0 && !patience.isZero()) {
            log.add("line " + log.size());
        }
        return found;
    });

    private final Progress caller = new Progress() {
        @Override
        public boolean tell(long done, long total, String what) {
            return left-- > 0;
        }

        @Override
        public boolean write(String line) {
            return written.add(line);
        }
    };

    @Test
    void theNewestLinesAreTheResult() {
        assertThat(operation.tail(2, false, Progress.UNSEEN)).containsExactly("two", "three");
        assertThat(operation.tail(0, false, Progress.UNSEEN)).isEmpty();
        assertThatThrownBy(() -> operation.tail(2_001, false, Progress.UNSEEN)).isInstanceOf(OperationException.class);
    }

    @Test
    void followedLinesAreWrittenUntilTheCallerLeaves() {
        assertThat(operation.tail(1, true, caller)).isEmpty();
        assertThat(written).startsWith("three", "line 3", "line 4").doesNotHaveDuplicates();
        assertThat(left).isNegative();
    }

    @Test
    void aServerThatGoesDownEndsTheFollowing() {
        operation.call();
        operation.tail(1, true, caller);
        assertThat(written).containsExactly("three");
    }

    @Test
    void aFrontThatShowsNothingBeforeTheEndDoesNotFollow() {
        assertThat(operation.tail(5, true, Progress.UNSEEN)).isEmpty();
    }
}
