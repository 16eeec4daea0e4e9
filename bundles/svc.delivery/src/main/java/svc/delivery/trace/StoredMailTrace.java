package svc.delivery.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Arrival;
import svc.api.delivery.MailTrace;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;

/**
 * Records refusals in the background: they wait in a bounded buffer and are written together, when no other write waits.
 * Thread-safe.
 */
@Component(service = {MailTrace.class, StoredMailTrace.class, MetricSource.class})
public final class StoredMailTrace implements MailTrace, MetricSource {

    private static final Logger LOG = LoggerFactory.getLogger(StoredMailTrace.class);

    /** The maximum number of events in the buffer. */
    static final int CAPACITY = 2_000;

    /** The maximum number of events that one transaction writes. */
    static final int PORTION = 100;

    /** The time for which events are collected. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    /** The longest wait for the store. Events that it writes later are not lost. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Store store;
    private final Directory directory;
    private final Clock clock;
    private final RefusalLimit limit;
    private final Deque<Refused> buffer = new ArrayDeque<>();
    private final LongAdder dropped = new LongAdder();
    private final Object writing = new Object();
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "svc-mail-trace"));
    private Clock.@Nullable Alarm alarm;

    @Activate
    public StoredMailTrace(@Reference Store store, @Reference Directory directory, @Reference Clock clock) {
        this.store = store;
        this.directory = directory;
        this.clock = clock;
        this.limit = new RefusalLimit(clock);
    }

    /** A refusal for one recipient, or for none. */
    private record Refused(
            TracedMessage message, Instant at, Optional<Account> account, Optional<String> recipient, String reply) {}

    @Override
    public void refused(RefusedMail refused) {
        TracedMessage message = new TracedMessage(
                TraceId.of(refused.arrival().trace()),
                Optional.of(refused.arrival()),
                refused.sender(),
                Optional.empty(),
                refused.size(),
                List.of());
        List<Refused> events = new ArrayList<>();
        String reply = refused.reply().toString();
        Instant at = refused.arrival().at();
        for (String recipient : refused.recipients()) {
            events.add(new Refused(message, at, refused.account(), Optional.of(recipient), reply));
        }
        if (events.isEmpty()) {
            events.add(new Refused(message, at, refused.account(), Optional.empty(), reply));
        }
        add(refused.arrival(), events);
    }

    /** Records that a message from outside was refused for a recipient. */
    public void refused(TracedMessage message, Arrival arrival, String recipient, String reply) {
        add(arrival, List.of(new Refused(message, clock.now(), Optional.empty(), Optional.of(recipient), reply)));
    }

    private synchronized void add(Arrival arrival, List<Refused> events) {
        if (buffer.size() + events.size() > CAPACITY || !limit.permits(arrival.client(), events.size())) {
            drop(events.size());
            return;
        }
        buffer.addAll(events);
        if (alarm == null && !thread.isShutdown()) {
            alarm = clock.schedule(PAUSE, this::start);
        }
    }

    private synchronized void start() {
        if (!thread.isShutdown()) {
            thread.execute(this::flush);
        }
    }

    private void drop(int events) {
        if (dropped.sum() == 0) {
            LOG.warn(
                    "There are too many refusals for svc mail trace; svc_mail_trace_dropped_total counts the missing ones");
        }
        dropped.add(events);
    }

    /** Writes the buffered refusals. */
    void flush() {
        synchronized (writing) {
            for (List<Refused> portion = take(); !portion.isEmpty(); portion = take()) {
                write(portion);
            }
        }
    }

    private synchronized List<Refused> take() {
        List<Refused> portion = new ArrayList<>();
        while (!buffer.isEmpty() && portion.size() < PORTION) {
            portion.add(buffer.remove());
        }
        if (buffer.isEmpty() && alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        return portion;
    }

    /** A refusal with the account and the tenant that it belongs to. */
    private record Owned(Refused refused, long account, Optional<String> tenant) {}

    private void write(List<Refused> portion) {
        try {
            List<Owned> owned = portion.stream().map(this::owned).toList();
            boolean done = store.schedule(Scope.system(), (tx, pace) -> {
                        for (Owned one : owned) {
                            Refused refused = one.refused();
                            TraceRows.insert(
                                    tx.sql(),
                                    one.account(),
                                    refused.message(),
                                    TraceEvent.refused(refused.recipient(), one.tenant(), refused.reply()),
                                    refused.at());
                        }
                        return false;
                    })
                    .await(LONGEST);
            if (!done) {
                LOG.warn("Writing refusals for svc mail trace takes longer than {} seconds", LONGEST.toSeconds());
            }
        } catch (RuntimeException e) { // the refusals after these must still be written, and no caller waits
            dropped.add(portion.size());
            LOG.warn("{} refusals for svc mail trace could not be written", portion.size(), e);
        }
    }

    /** Finds the account that can ask for the erasure of an event: that of the recipient, or that of the sender. */
    private Owned owned(Refused refused) {
        if (refused.account().isPresent()) {
            long n = refused.account().get().n();
            return new Owned(refused, directory.account(n).isPresent() ? n : 0, Optional.empty());
        }
        if (refused.recipient().isEmpty()) {
            return new Owned(refused, 0, Optional.empty());
        }
        String address = refused.recipient().get();
        AddressResolution resolution = directory.resolve(address);
        if (resolution instanceof LocalAccount to) {
            return new Owned(refused, to.account().n(), Optional.of(to.account().organization()));
        } else if (resolution instanceof ForwardedAlias alias) {
            return new Owned(
                    refused, alias.account().n(), Optional.of(alias.account().organization()));
        }
        return new Owned(refused, 0, directory.tenantOfDomain(address.substring(address.lastIndexOf('@') + 1)));
    }

    @Override
    public void collect(MetricSink sink) {
        sink.counter(
                "mail_trace_dropped_total",
                "Refusals that svc mail trace does not find because there were too many",
                dropped.sum());
    }

    /** Writes what is in the buffer. */
    @Deactivate
    public void stop() {
        synchronized (this) {
            if (alarm != null) {
                alarm.cancel();
            }
            thread.shutdown();
        }
        flush();
    }
}
