package svc.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import svc.search.lucene.index.IndexKey;
import svc.testkit.Covers;

class StaleIndexQueueTest {

    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final IndexKey ANN = new IndexKey(1, "Email");
    private static final IndexKey BOB = new IndexKey(2, "Email");

    private final TaskClock clock = new TaskClock();
    private final StaleIndexQueue queue = new StaleIndexQueue(clock);

    @Test
    void keepsAnIndexFirstUntilItIsUpToDate() {
        queue.add(ANN);
        queue.add(BOB);
        assertThat(queue.current()).contains(ANN);
        assertThat(queue.current()).contains(ANN);
        assertThat(queue.size()).isEqualTo(2);
        queue.done();
        assertThat(queue.current()).contains(BOB);
        queue.done();
        assertThat(queue.current()).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
    }

    /** The update may have read the changes before the last one. */
    @Test
    @Covers(value = "IDX-01", part = "a change during an update")
    void queuesAnIndexAgainThatBecomesDueDuringItsUpdate() {
        queue.add(ANN);
        assertThat(queue.current()).contains(ANN);
        queue.later(ANN, MOMENT, () -> {});
        clock.leap(MOMENT);
        queue.add(BOB);
        queue.done();
        assertThat(queue.current()).contains(ANN);
        queue.done();
        assertThat(queue.current()).contains(BOB);
    }
}
