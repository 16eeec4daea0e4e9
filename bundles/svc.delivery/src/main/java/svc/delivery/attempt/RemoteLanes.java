package svc.delivery.attempt;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.shared.Leases;
import svc.api.shared.Leases.Lease;
import svc.api.time.Clock;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.delivery.queue.QueueRows.DueLane;
import svc.delivery.queue.QueuedRecipient;

/**
 * The remote lanes of the queue: one for each domain of another server, so that a slow domain holds up nothing else. A
 * lane is run by one thread of one process at a time, which has a lease. Thread-safe.
 */
@Component(service = Callable.class, immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class RemoteLanes implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteLanes.class);
    static final int MOST = 64;
    private static final int PORTION = 100;

    /** The pause of a lane that made no progress or failed. */
    private static final Duration AWAY = Duration.ofMinutes(1);

    /** The time in which a portion is sent. */
    private static final Duration LEASE = Duration.ofHours(1);

    private final DurableQueue queue;
    private final RemoteDelivery delivery;
    private final Leases leases;
    private final Clock clock;
    private final ExecutorService dispatcher =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "svc-delivery-lanes"));
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            MOST,
            MOST,
            1,
            TimeUnit.MINUTES,
            new PriorityBlockingQueue<>(),
            task -> new Thread(task, "svc-delivery-lane"));
    private final Map<Long, Long> turns = new HashMap<>();
    private final Runnable listener = this::wake;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final Set<String> active = new HashSet<>();
    private volatile boolean isReady;
    private long current;
    private Clock.@Nullable Alarm alarm;

    @Activate
    public RemoteLanes(
            @Reference DurableQueue queue,
            @Reference RemoteDelivery delivery,
            @Reference Leases leases,
            @Reference Clock clock) {
        this.queue = queue;
        this.delivery = delivery;
        this.leases = leases;
        this.clock = clock;
        threads.allowCoreThreadTimeOut(true);
        queue.addListener(listener);
    }

    @Override
    public String call() {
        isReady = true;
        wake();
        return "";
    }

    private void wake() {
        if (isReady && signalled.compareAndSet(false, true)) {
            dispatcher.execute(this::dispatch);
        }
    }

    /** Starts each lane in which a message is due, and sets the alarm for the next one. */
    private void dispatch() {
        signalled.set(false);
        try {
            Instant now = clock.now();
            queue.read(sql -> QueueRows.lanes(sql, now)).forEach(this::start);
            queue.read(sql -> QueueRows.nextInLane(sql, now)).ifPresent(this::sleepUntil);
        } catch (RuntimeException e) {
            if (isReady) {
                LOG.warn("The lanes of the mail queue could not be read; retrying in a minute", e);
                sleepUntil(clock.now().plus(AWAY));
            }
        }
    }

    private synchronized void sleepUntil(Instant time) {
        if (alarm != null) {
            alarm.cancel();
        }
        if (isReady) {
            alarm = clock.scheduleAt(time, this::wake);
        }
    }

    private synchronized void start(DueLane lane) {
        if (isReady && active.add(lane.name())) {
            threads.execute(new LaneRun(lane.name(), turn(lane.account())));
        }
    }

    /**
     * A run of a lane that waits for a thread. The accounts take turns: the lanes of an account with many of them wait
     * behind the first lane of another account.
     */
    private final class LaneRun implements Runnable, Comparable<LaneRun> {

        private final String lane;
        private final long turn;

        LaneRun(String lane, long turn) {
            this.lane = lane;
            this.turn = turn;
        }

        @Override
        public void run() {
            begin(turn);
            RemoteLanes.this.run(lane);
        }

        @Override
        public int compareTo(LaneRun other) {
            return Long.compare(turn, other.turn);
        }
    }

    private long turn(long account) {
        return turns.merge(account, current + 1, (last, next) -> Math.max(last + 1, next));
    }

    /** Forgets the accounts whose last turn is over. */
    private synchronized void begin(long turn) {
        current = Math.max(current, turn);
        turns.values().removeIf(last -> last <= current);
    }

    private void run(String lane) {
        boolean moves = false;
        try {
            moves = sendAll(lane);
        } catch (RuntimeException | LinkageError e) {
            if (isReady) {
                LOG.error("Sending the messages to {} failed; retrying in a minute", lane, e);
            }
        }
        if (moves) {
            end(lane);
        } else if (isReady) {
            clock.schedule(AWAY, () -> end(lane));
        }
    }

    /** Sends the due messages of a lane. Returns whether none is due any more. */
    private boolean sendAll(String lane) {
        boolean moves = true;
        while (isReady && moves) {
            Instant now = clock.now();
            List<QueuedRecipient> due = queue.read(sql -> QueueRows.due(sql, lane, now, PORTION));
            if (due.isEmpty()) {
                return true;
            }
            Optional<Lease> lease = leases.take("svc.delivery.lane." + lane, LEASE);
            if (lease.isEmpty()) {
                return false;
            }
            try {
                moves = delivery.deliver(lane, due);
            } finally {
                lease.get().release();
            }
        }
        return moves;
    }

    private void end(String lane) {
        synchronized (this) {
            active.remove(lane);
        }
        wake();
    }

    /** Stops the lanes. A message in progress is sent. */
    @Deactivate
    public synchronized void stop() {
        isReady = false;
        queue.removeListener(listener);
        if (alarm != null) {
            alarm.cancel();
        }
        dispatcher.shutdown();
        threads.shutdown();
    }
}
