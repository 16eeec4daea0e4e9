package svc.push.web.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SenderPoolTest {

    private final SenderPool senders = new SenderPool();
    private final CountDownLatch release = new CountDownLatch(1);
    private final Map<String, AtomicInteger> under = new ConcurrentHashMap<>();

    @AfterEach
    void stop() {
        release.countDown();
        senders.stop();
    }

    /** Sends messages that never end. */
    private void stuck(long account, String host, int many) {
        for (int i = 0; i < many; i++) {
            senders.send(account, host, () -> {
                under.computeIfAbsent(host, key -> new AtomicInteger()).incrementAndGet();
                try {
                    assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private long sent(long account, String host) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        long began = System.nanoTime();
        senders.send(account, host, done::countDown);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        return System.nanoTime() - began;
    }

    @Test
    void unresponsiveHostsDoNotDelayOthers() throws InterruptedException {
        for (int host = 0; host < 40; host++) {
            stuck(host, "dead" + host, 50);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(sent(1_000, "well"))).isLessThan(2_000);
        assertThat(under.values()).allSatisfy(number -> assertThat(number).hasValue(1));
    }

    @Test
    void limitsTheThreadsOfAnAccount() throws InterruptedException {
        for (int host = 0; host < 100; host++) {
            stuck(1, "dead" + host, 1);
        }
        sent(2, "well");
        assertThat(under).hasSizeLessThanOrEqualTo(SenderPool.ACCOUNT);
    }

    @Test
    void allowsMoreConcurrencyForResponsiveHosts() throws InterruptedException {
        senders.record("well", true);
        for (int account = 0; account < 20; account++) {
            stuck(account, "well", 1);
        }
        CountDownLatch settled = new CountDownLatch(1);
        senders.run(settled::countDown);
        assertThat(settled.await(10, TimeUnit.SECONDS)).isTrue();
        sent(100, "other");
        assertThat(under.get("well")).hasValueLessThanOrEqualTo(SenderPool.HOST);
        assertThat(under.get("well")).hasValueGreaterThan(1);
    }

    @Test
    void queuedMessagesAreSentEventually() throws InterruptedException {
        int many = 500;
        CountDownLatch all = new CountDownLatch(many);
        for (int i = 0; i < many; i++) {
            String host = "host" + i % 7;
            senders.send(i % 5, host, () -> {
                senders.record(host, true);
                all.countDown();
            });
        }
        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
