package svc.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import svc.api.identity.Account;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** The capabilities visible to clients while a bundle with several services starts and stops. */
class ContributionRegistryTest {

    private static final long BUNDLE = 7;

    @AutoClose
    private final Bench bench = new Bench();

    @Test
    @Timeout(60)
    @Covers("OSGI-02")
    void offersACapabilityOnlyWhileItsBundleIsComplete() throws Exception {
        Account ada = bench.account("o", "ada");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger served = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(2);
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            Future<?> one = clients.submit(() -> call(ada, begun, over, served));
            Future<?> other = clients.submit(() -> call(ada, begun, over, served));
            begun.await();
            // On a busy machine no client may run during the 500 starts.
            for (int i = 0; i < 500 || (served.get() == 0 && !one.isDone() && !other.isDone()); i++) {
                bench.registry.hold(BUNDLE);
                Object notes = bench.add("org.example.two", BUNDLE, new Note.Notes());
                Object purr = bench.add("org.example.two", BUNDLE, new Purr());
                bench.registry.settle(BUNDLE);
                assertThat(bench.local.capabilities()).contains(Note.URN);
                bench.registry.hold(BUNDLE);
                bench.local.remove(purr);
                bench.local.remove(notes);
            }
            over.set(true);
            one.get();
            other.get();
            assertThat(served).hasPositiveValue();
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
    }

    @Test
    void aBlockedServiceDoesNotBlockTheRegistry() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Object> slow =
                    threads.submit(() -> bench.add("org.example.slow", BUNDLE, new SlowName(asked, release)));
            asked.await();
            Future<Object> other = threads.submit(() -> bench.add("org.example.two", BUNDLE, new Note.Notes()));
            other.get(30, TimeUnit.SECONDS);
            assertThat(bench.local.capabilities()).contains(Note.URN);
            release.countDown();
            assertThat(slow.get(30, TimeUnit.SECONDS)).isNotNull();
        } finally {
            release.countDown();
            threads.shutdownNow();
        }
    }

    /** A method whose name is known only after another thread has continued. */
    private static final class SlowName implements MethodHandler<Purr.Nothing, List<String>> {
        private final CountDownLatch asked;
        private final CountDownLatch release;

        SlowName(CountDownLatch asked, CountDownLatch release) {
            this.asked = asked;
            this.release = release;
        }

        @Override
        public String method() {
            asked.countDown();
            try {
                assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return "Cat/wait";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Purr.Nothing> argumentsType() {
            return Purr.Nothing.class;
        }

        @Override
        public List<String> handle(MethodCall call, Purr.Nothing nothing) {
            return List.of();
        }
    }

    /** Calls repeatedly, and counts how often the capability was available. */
    private void call(Account ada, CountDownLatch begun, AtomicBoolean over, AtomicInteger served) {
        begun.countDown();
        while (!over.get()) {
            String answer = bench.send(
                            ada, "{\"using\":[" + Note.USING + "],\"methodCalls\":[[\"Cat/purr\",{},\"c\"]]}")
                    .toString();
            if (answer.contains("methodResponses")) {
                served.incrementAndGet();
                assertThat(answer).doesNotContain("does not offer the method");
            } else {
                assertThat(answer).contains("unknownCapability");
            }
        }
    }

    /** A method of the capability. */
    private static final class Purr implements MethodHandler<Purr.Nothing, List<String>> {
        record Nothing() {}

        @Override
        public String method() {
            return "Cat/purr";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Nothing> argumentsType() {
            return Nothing.class;
        }

        @Override
        public List<String> handle(MethodCall call, Nothing arguments) {
            return List.of();
        }
    }
}
