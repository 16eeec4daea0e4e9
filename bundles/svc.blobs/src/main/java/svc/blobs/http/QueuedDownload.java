package svc.blobs.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A download that waits for its slot without a thread. The slot is given back when the download has ended for any
 * reason.
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

    /** Queues the download, or continues at once if a slot is free. The dispatch calls the servlet again. */
    void begin() {
        // No timeout: the downloads before it end, slow ones by the limits of the listener.
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
            end(); // The client has closed the connection.
        }
    }

    /** Gives the slot back when the download has ended or was cancelled. */
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
        // The context has no timeout.
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A download waits once only.
    }
}
