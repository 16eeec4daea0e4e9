package svc.blobs;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.concurrent.atomic.AtomicBoolean;

/** A download that waits for its turn without a thread. Its turn is given back when it has ended, in whatever way. */
final class Waiting implements Runnable, AsyncListener {

    private final Turns turns;
    private final Asked asked;
    private final AsyncContext context;
    private final AtomicBoolean over = new AtomicBoolean();

    Waiting(Turns turns, Asked asked, AsyncContext context) {
        this.turns = turns;
        this.asked = asked;
        this.context = context;
    }

    /** Waits, or goes on at once if a turn has just been given back: the servlet is called again. */
    void begin() {
        // Those before it end, the slow ones by the limits of the listener.
        context.setTimeout(0);
        context.addListener(this);
        if (turns.take(account(), this)) {
            run();
        }
    }

    Asked asked() {
        return asked;
    }

    private long account() {
        return asked.caller().account().n();
    }

    /** Its turn has come. */
    @Override
    public void run() {
        try {
            context.dispatch();
        } catch (IllegalStateException e) {
            end(); // the client is gone
        }
    }

    /** It has ended, or will not be answered any more. */
    void end() {
        if (over.compareAndSet(false, true) && !turns.leave(account(), this)) {
            turns.giveBack(account());
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // there is none
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // it waits once
    }
}
