package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import svc.api.shared.EventCounters.CountedEvent;
import svc.api.shared.EventCounters.Event;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

final class LocalEventCountersTest {

    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final ManualClock clock = new ManualClock();
    private final LocalEventCounters counters = new LocalEventCounters(clock);

    private List<CountedEvent> add(String key, String value) {
        return counters.add("test", key, new Event(value, "owner of " + value, "here"), WINDOW);
    }

    private List<String> recent(String key) {
        return counters.recent("test", key, WINDOW).stream()
                .map(counted -> counted.event().value())
                .toList();
    }

    @Test
    void eventsCountUntilTheEndOfTheWindow() {
        add("k", "a");
        clock.leap(Duration.ofMinutes(4));
        assertThat(add("k", "b")).extracting(CountedEvent::age).containsExactly(Duration.ofMinutes(4), Duration.ZERO);
        clock.leap(Duration.ofMinutes(6).minusNanos(1));
        assertThat(recent("k")).containsExactly("a", "b");
        clock.leap(Duration.ofNanos(1));
        assertThat(recent("k")).containsExactly("b");
        assertThat(add("k", "a")).hasSize(2);
    }

    @Test
    void anEqualValueCountsOnceAndKeepsItsTime() {
        add("k", "a");
        clock.leap(Duration.ofMinutes(9));
        assertThat(add("k", "a")).hasSize(1);
        clock.leap(Duration.ofMinutes(1));
        assertThat(recent("k")).isEmpty();
    }

    @Test
    void onlyTheLastEventsOfAKeyCount() {
        for (int i = 0; i < 5; i++) {
            counters.add("test", "k", new Event("e" + i, "owner", "here"), WINDOW, 3);
        }
        assertThat(recent("k")).containsExactly("e2", "e3", "e4");
    }

    @Test
    void keysAndRealmsAreSeparate() {
        add("k", "a");
        assertThat(add("other", "a")).hasSize(1);
        assertThat(counters.recent("another realm", "k", WINDOW)).isEmpty();
        counters.remove("another realm", "k");
        counters.remove("test", "other");
        assertThat(recent("other")).isEmpty();
        assertThat(recent("k")).containsExactly("a");
    }

    @Test
    void theEventsOfOneOwnerAreRemoved() {
        add("k", "a");
        add("k", "b");
        counters.remove("test", "k", "owner of a");
        assertThat(recent("k")).containsExactly("b");
        counters.remove("test", "k", "owner of b");
        assertThat(counters.size("test")).isZero();
        counters.remove("test", "k", "owner of b");
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void memoryDoesNotGrowWithTheNumberOfKeys() {
        add("victim", "a");
        counters.add("another realm", "k", new Event("a", "", ""), WINDOW);
        for (int i = 0; i < 100_000; i++) {
            assertThat(add("k" + i, "a")).hasSize(1);
            assertThat(i % 100 > 0 || recent("victim").size() == 1).isTrue();
        }
        assertThat(counters.size("test")).isEqualTo(20_000);
        assertThat(counters.recent("another realm", "k", WINDOW)).hasSize(1);
    }

    @Test
    void concurrentEventsAreAllCounted() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Callable<Integer>> events = IntStream.range(0, 400)
                .<Callable<Integer>>mapToObj(
                        i -> () -> add("k", "value " + i % 200).size())
                .toList();
        for (Future<Integer> size : threads.invokeAll(events)) {
            assertThat(size.get()).isBetween(1, 200);
        }
        threads.shutdown();
        assertThat(recent("k")).hasSize(200);
    }
}
