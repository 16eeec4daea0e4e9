package svc.http.routes;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import svc.api.time.Clock;

/**
 * Counts the calls and exchanges in progress of one route. A call is a thread inside the route. An exchange also
 * includes a response that continues after its thread has returned (asynchronous streams, open WebSockets). A closed
 * route accepts no new exchange.
 */
public final class InFlightRequests {

    private final Set<Exchange> exchanges = Collections.newSetFromMap(new IdentityHashMap<>());
    private int calls;
    private boolean closed;

    /**
     * Starts an exchange and its call. Returns false when the route is closed; otherwise the caller must later call
     * {@link #left} and {@link #completed} once each.
     */
    synchronized boolean enter(Exchange exchange) {
        if (closed) {
            return false;
        }
        calls++;
        exchanges.add(exchange);
        return true;
    }

    synchronized void left() {
        calls--;
        notifyAll();
    }

    synchronized void completed(Exchange exchange) {
        exchanges.remove(exchange);
        notifyAll();
    }

    synchronized void close() {
        closed = true;
    }

    /** Returns the number of exchanges in progress. */
    synchronized int open() {
        return exchanges.size();
    }

    /** Ends every exchange in progress. */
    void cutOff() {
        List<Exchange> left;
        synchronized (this) {
            left = List.copyOf(exchanges);
        }
        left.forEach(Exchange::cutOff);
    }

    /** Waits until no call is in progress. Returns false when the deadline passed first. */
    boolean awaitCalls(Deadline deadline) {
        return await(() -> calls == 0, deadline);
    }

    /** Waits until no exchange is in progress. Returns false when the deadline passed first. */
    public boolean awaitExchanges(Deadline deadline) {
        return await(exchanges::isEmpty, deadline);
    }

    private synchronized boolean await(BooleanSupplier done, Deadline deadline) {
        if (done.getAsBoolean()) {
            return true;
        }
        Clock.Alarm alarm = deadline.schedule(this::notifyWaiting);
        boolean interrupted = false;
        while (!done.getAsBoolean() && !deadline.passed() && !interrupted) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        alarm.cancel();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done.getAsBoolean();
    }

    private synchronized void notifyWaiting() {
        notifyAll();
    }
}
