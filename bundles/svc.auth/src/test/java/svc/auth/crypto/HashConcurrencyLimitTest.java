package svc.auth.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import svc.auth.crypto.HashConcurrencyLimit.Place;
import svc.auth.crypto.PasswordHasher.Verdict;
import svc.auth.storage.AuthFixture;
import svc.testkit.Eventually;

/** The order in which waiting password hashes run. */
final class HashConcurrencyLimitTest {

    private final List<Thread> threads = new ArrayList<>();

    private void start(Runnable work) {
        Thread thread = new Thread(work);
        threads.add(thread);
        thread.start();
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void wrongPasswordsFromChangingNetworksDoNotStopSignInsFromKnownOnes() throws Exception {
        PasswordHasher passwords = new PasswordHasher(AuthFixture.CHEAP, new HashConcurrencyLimit(1, 16));
        String kept = passwords.hash("correct horse");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger networks = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 40; i++) {
            start(() -> {
                while (!over.get()) {
                    Place place = new Place("10.0.0." + networks.incrementAndGet(), false);
                    if (passwords.compare("wrong", Optional.of(kept), place).isEmpty()) {
                        refused.incrementAndGet();
                    }
                }
            });
        }
        Eventually.until("flooded", () -> refused.get() > 100);
        for (int i = 0; i < 16; i++) {
            assertThat(passwords.compare("correct horse", Optional.of(kept), new Place("192.0.2.7", true)))
                    .contains(Verdict.RIGHT);
        }
        over.set(true);
        join();
    }

    @Test
    void networksTakeTurnsAndTheMostCrowdedOneGivesWay() throws Exception {
        HashConcurrencyLimit turns = new HashConcurrencyLimit(1, 4);
        CountDownLatch end = new CountDownLatch(1);
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger refused = new AtomicInteger();
        start(() -> turns.patiently(() -> awaited(end)));
        Eventually.until("running", () -> turns.running() == 1);
        for (String network : List.of("a", "a", "a", "a", "b", "c", "b", "c")) {
            int waiting = turns.waiting() + refused.get();
            start(() -> {
                if (turns.orNot(new Place(network, false), () -> done.add(network))
                        .isEmpty()) {
                    refused.incrementAndGet();
                }
            });
            Eventually.until("in the line", () -> turns.waiting() + refused.get() > waiting);
        }
        end.countDown();
        join();
        assertThat(done).containsExactly("a", "b", "c", "a").hasSize(4);
        assertThat(refused).hasValue(4);
        assertThat(turns.running()).isZero();
    }

    @Test
    void knownNetworksComeFirstAndDoNotShutTheOthersOut() throws Exception {
        HashConcurrencyLimit turns = new HashConcurrencyLimit(1, 8);
        CountDownLatch end = new CountDownLatch(1);
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        start(() -> turns.patiently(() -> awaited(end)));
        Eventually.until("running", () -> turns.running() == 1);
        for (String network : List.of("x", "y", "1", "2", "3", "4", "5")) {
            int waiting = turns.waiting();
            boolean known = Character.isDigit(network.charAt(0));
            start(() -> turns.orNot(new Place(network, known), () -> done.add(network)));
            Eventually.until("in the line", () -> turns.waiting() > waiting);
        }
        end.countDown();
        join();
        assertThat(done).containsExactly("1", "2", "3", "x", "4", "5", "y");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
