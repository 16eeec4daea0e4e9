package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Name;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;

/** Lookups at the same time, interrupts and the stop. */
final class SharedLookupsTest extends Fixture {

    private final Zones zones = new Zones(new Zone("test.").add("test.", Type.TXT, "x"));
    private final CachingResolver resolver = insecure(server.address());

    SharedLookupsTest() {
        zones.serve(server);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Failed<?> failed(Answer<?> answer) {
        assertThat(answer).isInstanceOf(Failed.class);
        return (Failed<?>) answer;
    }

    /** Starts a lookup, and returns when its caller waits for the answer. */
    private CompletableFuture<Answer<String>> waiting(String name) {
        CompletableFuture<Answer<String>> answer = new CompletableFuture<>();
        Thread caller = new Thread(() -> answer.complete(resolver.txt(name)));
        caller.start();
        while (caller.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return answer;
    }

    @Test
    void concurrentLookupsShareOneQuery() {
        CountDownLatch release = new CountDownLatch(1);
        server.answering((query, overTcp) -> {
            await(release);
            return List.of(zones.answer(query).toWire());
        });
        List<CompletableFuture<Answer<String>>> lookups = new ArrayList<>();
        for (String name : List.of("test", "TEST.", "test")) {
            lookups.add(waiting(name));
        }
        release.countDown();

        assertThat(lookups).allSatisfy(lookup -> assertThat(lookup.join()).isInstanceOf(Found.class));
        assertThat(counted()).isEqualTo(new TreeMap<>(Map.of("found", 1L)));
    }

    @Test
    void limitsTheLookupsThatAreOutstanding() throws InterruptedException {
        Set<Name> asked = ConcurrentHashMap.newKeySet();
        CountDownLatch full = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        server.answering((query, overTcp) -> {
            asked.add(query.getQuestion().getName());
            if (asked.size() >= SharedLookups.OUTSTANDING) {
                full.countDown();
            }
            await(release);
            return List.of(zones.answer(query).toWire());
        });
        List<Thread> callers = new ArrayList<>();
        List<CompletableFuture<Answer<String>>> lookups = new ArrayList<>();
        for (int i = 0; i < SharedLookups.OUTSTANDING + 20; i++) {
            String name = "n" + i + ".test";
            CompletableFuture<Answer<String>> answer = new CompletableFuture<>();
            callers.add(new Thread(() -> answer.complete(resolver.txt(name))));
            lookups.add(answer);
        }
        callers.forEach(Thread::start);
        full.await();
        while (callers.stream().anyMatch(caller -> caller.getState() != Thread.State.TIMED_WAITING)) {
            Thread.onSpinWait();
        }
        assertThat(asked).hasSize(SharedLookups.OUTSTANDING);
        release.countDown();

        assertThat(lookups).allSatisfy(lookup -> assertThat(lookup.join()).isInstanceOf(None.class));
    }

    @Test
    void anInterruptedCallerGetsAFailureAndTheOtherCallerTheAnswer() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        server.answering((query, overTcp) -> {
            asked.countDown();
            await(release);
            return List.of(zones.answer(query).toWire());
        });
        CompletableFuture<Answer<String>> interrupted = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread first = new Thread(() -> {
            interrupted.complete(resolver.txt("test"));
            flag.complete(Thread.currentThread().isInterrupted());
        });
        first.start();
        asked.await();
        CompletableFuture<Answer<String>> other = waiting("test");
        first.interrupt();

        assertThat(failed(interrupted.join()).reason()).contains("interrupted");
        assertThat(flag.join()).isTrue();
        release.countDown();
        assertThat(other.join()).isInstanceOf(Found.class);
        assertThat(counted()).isEqualTo(new TreeMap<>(Map.of("found", 1L)));
    }

    @Test
    void failsAfterTheStop() {
        resolver.stop();

        assertThat(failed(resolver.txt("test")).reason()).contains("stopping");
    }
}
