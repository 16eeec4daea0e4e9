package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.jmap.Call;
import svc.api.jmap.MethodHandler;
import svc.testkit.Covers;

/** What clients see of a bundle that comes and goes with several services. */
class RegistryTest {

    private static final long BUNDLE = 7;

    private final Bench bench = new Bench();

    @Test
    @Covers("OSGI-02")
    void aCapabilityIsThereOnlyWhileAllOfItsBundleIs() throws Exception {
        Account ada = bench.account("o", "ada");
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(2);
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            Future<Integer> one = clients.submit(() -> served(ada, begun, over));
            Future<Integer> other = clients.submit(() -> served(ada, begun, over));
            begun.await();
            for (int i = 0; i < 500; i++) {
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
            assertThat(one.get() + other.get()).isPositive();
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
    }

    /** Calls again and again; how often the capability was there. */
    private int served(Account ada, CountDownLatch begun, AtomicBoolean over) {
        int served = 0;
        begun.countDown();
        while (!over.get()) {
            String answer = bench.send(
                            ada, "{\"using\":[" + Note.USING + "],\"methodCalls\":[[\"Cat/purr\",{},\"c\"]]}")
                    .toString();
            if (answer.contains("methodResponses")) {
                served++;
                assertThat(answer).doesNotContain("has no method");
            } else {
                assertThat(answer).contains("unknownCapability");
            }
        }
        return served;
    }

    /** A method beside the capability. */
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
        public Class<Nothing> arguments() {
            return Nothing.class;
        }

        @Override
        public List<String> handle(Call call, Nothing arguments) {
            return List.of();
        }
    }
}
