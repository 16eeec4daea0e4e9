package svc.blobs.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A download that waits for a slot ({@link AccountConcurrencyLimit}) without a thread. The slot is released when the
 * download ends for any reason.
 */
final class QueuedDownload implements Runnable, AsyncListener {

    private final AccountConcurrencyLimit slots;
    private final DownloadRequest asked;
    private final AsyncContext context;
    private final AtomicBoolean over = new AtomicBoolean();

    QueuedDownload(AccountConcurrencyLimit slots, DownloadRequest asked, AsyncContext context) {
        this.slots = slots;
        this.asked = asked;
        this.context = context;
    }

    /**
     * Queues the download, or continues at once if a slot is free. To continue, the request is dispatched to the
     * servlet again.
     */
    void begin() {
        // The wait needs no timeout: all earlier downloads end, because the listener closes connections that are too
        // slow.
        context.setTimeout(0);
        context.addListener(this);
        if (slots.take(account(), this)) {
            run();
        }
    }

    DownloadRequest asked() {
        return asked;
    }

    private long account() {
        return asked.caller().account().n();
    }

    /** Continues the download with its slot. */
    @Override
    public void run() {
        try {
            context.dispatch();
        } catch (IllegalStateException e) {
            end(); // The client has closed the connection, so the slot is released.
        }
    }

    /** Releases the slot when the download has ended or was cancelled. */
    void end() {
        if (over.compareAndSet(false, true) && !slots.leave(account(), this)) {
            slots.release(account());
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // This method is never called, because the context has no timeout.
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // This method is never called, because a download waits only once.
    }
}
