package svc.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.testkit.Covers;

final class WriteQueueTest {

    private final WriteQueue inbox = new WriteQueue();

    private void add(long account, String name) {
        inbox.add(new QueuedWrite<>(name, Set.of(Scope.account(new ScopeKey(), account)), joint -> true));
    }

    private List<String> order() {
        List<String> names = new ArrayList<>();
        for (QueuedWrite<?> unit = inbox.poll(); unit != null; unit = inbox.poll()) {
            names.add(unit.name());
        }
        return names;
    }

    @Test
    @Covers(value = "FAIR-01", part = "turns on the writer")
    void accountsTakeTurns() {
        for (int i = 1; i <= 4; i++) {
            add(1, "a" + i);
        }
        add(2, "b1");
        add(3, "c1");
        add(2, "b2");
        assertThat(inbox.size()).isEqualTo(7);

        assertThat(order()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3", "a4");
        assertThat(inbox.size()).isZero();
        assertThat(inbox.waiting()).isFalse();
    }

    @Test
    void anAccountThatWritesAgainWaitsForTheOthers() {
        add(1, "a1");
        add(2, "b1");
        assertThat(inbox.poll()).extracting(QueuedWrite::name).isEqualTo("a1");
        add(1, "a2");
        assertThat(order()).containsExactly("b1", "a2");
    }

    @Test
    void abandonReturnsAllQueuedWrites() {
        add(1, "a1");
        add(1, "a2");
        add(2, "b1");
        assertThat(inbox.abandon()).extracting(QueuedWrite::name).containsExactlyInAnyOrder("a1", "a2", "b1");
        assertThat(inbox.poll()).isNull();
        assertThat(inbox.closed()).isTrue();
    }
}
