package svc.launcher;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that ask and ask while something else happens. */
final class SteadyLoad implements AutoCloseable {

    /** Clients of an account: half of its limit, because a server may still be at the end of one request when the next comes. */
    private static final int CLIENTS = 4;

    private static final long ARREARS = TimeUnit.SECONDS.toNanos(1);

    private static final String ECHO =
            "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{\"n\":1},\"c\"]]}";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final long start = System.nanoTime();
    private volatile boolean over;

    /**
     * Begins.
     *
     * @param perSecond how many requests, as far as the machine can
     * @param accounts who asks, each with several clients
     */
    SteadyLoad(int perSecond, SignedIn... accounts) {
        long pause = TimeUnit.SECONDS.toNanos(1) * CLIENTS * accounts.length / perSecond;
        for (SignedIn account : accounts) {
            for (int i = 0; i < CLIENTS; i++) {
                running.add(threads.submit(() -> ask(account, pause)));
            }
        }
    }

    private void ask(SignedIn client, long pause) {
        long next = System.nanoTime();
        while (!over) {
            HttpResponse<String> answer = client.post("/jmap", ECHO);
            if (answer.statusCode() == 200 && answer.body().contains("Core/echo")) {
                answered.incrementAndGet();
            } else {
                failures.add(answer.statusCode() + " " + answer.body());
            }
            // after a pause of the machine it catches up, a while
            next = Math.max(next + pause, System.nanoTime() - ARREARS);
            java.util.concurrent.locks.LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    /** Ends, and tells what was answered wrongly. */
    List<String> end() throws Exception {
        over = true;
        for (Future<?> one : running) {
            one.get(1, TimeUnit.MINUTES);
        }
        return List.copyOf(failures);
    }

    /** Requests a second that were answered so far. */
    double rate() {
        return answered.get() * 1e9 / (System.nanoTime() - start);
    }

    @Override
    public void close() {
        over = true;
        threads.shutdownNow();
    }
}
