package svc.delivery;

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
import svc.api.boot.BootStep;
import svc.api.store.StoreProblem;
import svc.api.time.Clock;
import svc.delivery.PostingRows.Leg;

/** Works the queue off on a thread of its own, from the moment the server is ready: all that is due, then it sleeps. */
@Component(service = Callable.class, immediate = true)
@BootStep(moment = BootStep.Moment.READY)
public final class Deliverer implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(Deliverer.class);
    private static final int PORTION = 100;

    /** How long it leaves alone what does not get on. */
    private static final Duration AWAY = Duration.ofMinutes(1);

    private final DurableQueue queue;
    private final Carrier carrier;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Deliverer::thread);
    private final AtomicBoolean rung = new AtomicBoolean();
    private volatile boolean ready;
    private Clock.@Nullable Alarm alarm;

    /** Waits until the server is ready. */
    @Activate
    public Deliverer(@Reference DurableQueue queue, @Reference Carrier carrier, @Reference Clock clock) {
        this.queue = queue;
        this.carrier = carrier;
        this.clock = clock;
        queue.tell(this::wake);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "svc-delivery");
        thread.setUncaughtExceptionHandler((same, defect) ->
                LOG.error("The queue of messages met a defect; it is looked at again in a minute", defect));
        return thread;
    }

    @Override
    public String call() {
        ready = true;
        wake();
        return "";
    }

    /** Once for all who ring before it looks. */
    private void wake() {
        if (ready && rung.compareAndSet(false, true)) {
            thread.execute(this::work);
        }
    }

    private void work() {
        rung.set(false);
        sleep(AWAY); // however this look ends, there is another one
        try {
            boolean moves = true;
            for (List<Leg> due = due(); !due.isEmpty() && moves && ready; due = due()) {
                moves = carry(due);
            }
            if (moves) {
                Instant now = clock.now();
                queue.read(PostingRows::next)
                        .ifPresentOrElse(next -> sleep(Duration.between(now, next)), this::sleepUntilItRings);
            }
        } catch (StoreProblem e) {
            if (ready) {
                LOG.warn("The queue of messages cannot be worked on; it is looked at again in a minute", e);
            }
        }
    }

    /** Whether any of them got on. */
    private boolean carry(List<Leg> due) {
        boolean moves = false;
        for (Leg leg : due) {
            if (!ready) {
                return moves;
            }
            moves |= carrier.carry(leg);
        }
        return moves;
    }

    private List<Leg> due() {
        Instant now = clock.now();
        return queue.read(sql -> PostingRows.due(sql, now, PORTION));
    }

    private synchronized void sleep(Duration time) {
        sleepUntilItRings();
        if (ready) {
            alarm = clock.after(time.isNegative() ? Duration.ZERO : time, this::wake);
        }
    }

    private synchronized void sleepUntilItRings() {
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** Begins nothing more; what is under way is done as a whole or anew at the next start. */
    @Deactivate
    public synchronized void stop() {
        ready = false;
        queue.tell(() -> {});
        sleepUntilItRings();
        thread.shutdown();
    }
}
