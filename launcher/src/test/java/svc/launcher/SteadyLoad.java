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

/** Clients that send requests at a steady rate during a test. */
final class SteadyLoad implements AutoCloseable {

    /**
     * Clients of an account: half of its limit, because the server may still end one request when the next one arrives.
     */
    private static final int CLIENTS = 4;

    private static final long ARREARS = TimeUnit.SECONDS.toNanos(1);

    private static final String ECHO =
            "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{\"n\":1},\"c\"]]}";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final long start = System.nanoTime();
    private volatile boolean finished;

    /**
     * Starts the clients.
     *
     * @param perSecond the rate of requests, if the machine permits it
     * @param accounts the accounts, each with several clients
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
        while (!finished) {
            HttpResponse<String> response = client.post("/jmap", ECHO);
            if (response.statusCode() == 200 && response.body().contains("Core/echo")) {
                answered.incrementAndGet();
            } else {
                failures.add(response.statusCode() + " " + response.body());
            }
            // after a pause of the machine the clients catch up for a limited time
            next = Math.max(next + pause, System.nanoTime() - ARREARS);
            java.util.concurrent.locks.LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    /** Stops; returns the wrong responses. */
    List<String> end() throws Exception {
        finished = true;
        for (Future<?> one : running) {
            one.get(1, TimeUnit.MINUTES);
        }
        return List.copyOf(failures);
    }

    /** Returns the requests per second so far. */
    double rate() {
        return answered.get() * 1e9 / (System.nanoTime() - start);
    }

    @Override
    public void close() {
        finished = true;
        threads.shutdownNow();
    }
}
