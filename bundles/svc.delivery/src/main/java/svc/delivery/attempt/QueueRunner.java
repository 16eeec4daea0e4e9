package svc.delivery.attempt;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.Maintenance;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.delivery.queue.QueuedRecipient;

/**
 * The local lane of the queue: delivers due messages to accounts of this server on a thread of its own, starting when the
 * server is ready. The thread sleeps until the next message is due. Messages to other servers are moved to the
 * {@link RemoteLanes}.
 */
@Component(service = Callable.class, immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class QueueRunner implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(QueueRunner.class);
    private static final int PORTION = 100;

    /** The pause after a run that made no progress or failed. */
    private static final Duration AWAY = Duration.ofMinutes(1);

    private final DurableQueue queue;
    private final RecipientDelivery delivery;
    private final Clock clock;
    private final Maintenance maintenance;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(QueueRunner::thread);
    private final Runnable listener = this::wake;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private volatile boolean isReady;
    private Clock.@Nullable Alarm alarm;

    @Activate
    public QueueRunner(
            @Reference DurableQueue queue,
            @Reference RecipientDelivery delivery,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.queue = queue;
        this.delivery = delivery;
        this.clock = clock;
        this.maintenance = maintenance;
        queue.addListener(listener);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "svc-delivery");
        thread.setUncaughtExceptionHandler((crashed, failure) ->
                LOG.error("Processing the mail queue failed unexpectedly; retrying in a minute", failure));
        return thread;
    }

    @Override
    public String call() {
        isReady = true;
        wake();
        return "";
    }

    /** Starts a run. Further calls before the run begins have no effect. */
    private void wake() {
        if (isReady && signalled.compareAndSet(false, true)) {
            thread.execute(this::loop);
        }
    }

    private void loop() {
        signalled.set(false);
        if (isReadOnly()) {
            maintenance.whenWritable(listener);
            return;
        }
        sleepUntil(clock.now().plus(AWAY)); // schedules a next run for the case that this run fails
        try {
            boolean moves = true;
            for (List<QueuedRecipient> due = due(); !due.isEmpty() && moves && isReady && !isReadOnly(); due = due()) {
                moves = deliver(due);
            }
            if (moves) {
                queue.read(QueueRows::nextHere).ifPresentOrElse(this::sleepUntil, this::sleepUntilSignalled);
            }
        } catch (StoreException e) {
            if (isReady) {
                LOG.warn("Processing the mail queue failed; retrying in a minute", e);
            }
        }
    }

    /** Returns whether a maintenance prevents that messages are filed in accounts. */
    private boolean isReadOnly() {
        return maintenance.readOnly().isPresent();
    }

    /** Delivers to these recipients. Returns whether at least one delivery was attempted. */
    private boolean deliver(List<QueuedRecipient> due) {
        boolean moves = false;
        for (QueuedRecipient recipient : due) {
            if (!isReady || isReadOnly()) {
                return moves;
            }
            moves |= delivery.deliver(recipient);
        }
        return moves;
    }

    private List<QueuedRecipient> due() {
        Instant now = clock.now();
        return queue.read(sql -> QueueRows.due(sql, now, PORTION));
    }

    private synchronized void sleepUntil(Instant time) {
        sleepUntilSignalled();
        if (isReady) {
            alarm = clock.scheduleAt(time, this::wake);
        }
    }

    private synchronized void sleepUntilSignalled() {
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** Stops the delivery. A delivery in progress is completed. */
    @Deactivate
    public synchronized void stop() {
        isReady = false;
        queue.removeListener(listener);
        sleepUntilSignalled();
        thread.shutdown();
    }
}
