package svc.http;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import svc.api.time.Clock;

/**
 * What is under way in one route: calls, that is threads inside it, and exchanges, which also count answers that go on after
 * the thread has left (asynchronous streams, open WebSockets). A closed route lets nothing new in.
 */
final class InFlight {

    private final Set<Exchange> exchanges = Collections.newSetFromMap(new IdentityHashMap<>());
    private int calls;
    private boolean closed;

    /** Lets an exchange in; it then owes one {@link #left} and one {@link #completed}. */
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

    /** How many exchanges have not ended. */
    synchronized int open() {
        return exchanges.size();
    }

    /** Ends what has not ended by itself. */
    void cutOff() {
        List<Exchange> left;
        synchronized (this) {
            left = List.copyOf(exchanges);
        }
        left.forEach(Exchange::cutOff);
    }

    synchronized int calls() {
        return calls;
    }

    /** Waits until no thread is inside; false when the deadline came first. */
    boolean awaitCalls(Deadline deadline) {
        return await(() -> calls == 0, deadline);
    }

    /** Waits until every exchange has ended; false when the deadline came first. */
    boolean awaitExchanges(Deadline deadline) {
        return await(exchanges::isEmpty, deadline);
    }

    private synchronized boolean await(BooleanSupplier done, Deadline deadline) {
        if (done.getAsBoolean()) {
            return true;
        }
        Clock.Alarm alarm = deadline.then(this::wake);
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

    private synchronized void wake() {
        notifyAll();
    }
}
