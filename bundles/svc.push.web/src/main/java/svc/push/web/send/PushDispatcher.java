package svc.push.web.send;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.client.OutboundHttpClient;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.json.Json;
import svc.api.lifecycle.LifecycleStep;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.push.SharedStates;
import svc.api.push.SharedStates.States;
import svc.api.store.Scope;
import svc.api.store.StateBus;
import svc.api.store.StateChange;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.push.web.WebPushConfig;
import svc.push.web.crypto.Vapid;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;
import svc.push.web.subscription.SubscriptionRows;

/**
 * Sends changes to push subscriptions. It receives changes after their commit and stores the delivered state of each
 * subscription. Pending changes need no queue, because they are read when a message is sent. Thread-safe.
 */
@Component(
        service = {PushDispatcher.class, MetricSource.class, Callable.class},
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class PushDispatcher implements MetricSource, Callable<String> {

    /** The maximum number of attempts to send the verification code. */
    static final int CODES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(PushDispatcher.class);

    /** The time within which a host must answer. A host that answers more slowly gets only one message at a time. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private static final Duration LATE = Duration.ofSeconds(10);
    private static final int PORTION = 500;

    private final Store store;
    private final ReadableTypes readableTypes;
    private final SharedStates shared;
    private final Clock clock;
    private final ActiveSubscriptions subscriptions = new ActiveSubscriptions();
    private final SenderPool senders = new SenderPool();
    private final WebPushMetrics meters = new WebPushMetrics();
    private final SecureRandom random = new SecureRandom();
    private final PushMessageSender messages;
    private final Housekeeping housekeeping;
    private final StateBus.Registration registration;
    private final AtomicBoolean started = new AtomicBoolean();
    private final Clock.Alarm fallbackStart;
    private volatile boolean stopped;

    @Activate
    public PushDispatcher(
            WebPushConfig config,
            @Reference Store store,
            @Reference StateBus bus,
            @Reference ReadableTypes readableTypes,
            @Reference SharedStates shared,
            @Reference Directory directory,
            @Reference Vapid vapid,
            @Reference OutboundHttpClient client,
            @Reference Json json,
            @Reference Clock clock) {
        this.store = store;
        this.readableTypes = readableTypes;
        this.shared = shared;
        this.clock = clock;
        this.messages = new PushMessageSender(config, vapid, client, json, meters, clock);
        this.housekeeping = new Housekeeping(store, directory, clock, subscriptions, meters, senders::run);
        this.registration = bus.listen(this::changed);
        // The start is scheduled, because a bundle that is installed while the server runs is not called in the phase
        // ready.
        this.fallbackStart = clock.schedule(LATE, this::begin);
    }

    /** Does nothing. Components that may exist only while this component exists call this method. */
    public void requireRunning() {
        LOG.trace("there");
    }

    /** Loads the stored subscriptions and sends the changes that their clients have not received. */
    @Override
    public String call() {
        begin();
        return "";
    }

    private void begin() {
        if (!started.getAndSet(true)) {
            senders.run(this::loadStored);
            housekeeping.begin();
        }
    }

    private void loadStored() {
        List<Subscription> portion = after(0);
        while (!portion.isEmpty() && !stopped) {
            for (Subscription subscription : portion) {
                ActiveSubscription active = subscriptions.add(line(subscription));
                if (subscription.verified() || subscription.asked() == 0) {
                    scheduleRun(active);
                }
            }
            portion = after(portion.get(portion.size() - 1).n());
        }
    }

    private List<Subscription> after(long n) {
        return store.read(Scope.system(), snapshot -> SubscriptionRows.after(snapshot.sql(), n, PORTION));
    }

    private ActiveSubscription line(Subscription of) {
        return new ActiveSubscription(of, of.target().authority(), new Pacing(clock, random));
    }

    /** Adds a new subscription; its verification code is sent. */
    public void created(Subscription subscription) {
        scheduleRun(subscriptions.add(line(subscription)));
    }

    /** Applies an update by the owner, such as the verification. */
    public void update(Subscription now) {
        ActiveSubscription active = subscriptions.add(line(now));
        active.update(now);
        if (now.verified()) {
            scheduleRun(active);
        }
    }

    /** Removes a subscription that its owner has destroyed. */
    public void destroyed(Owner owner, long n) {
        subscriptions.find(owner.account(), n).ifPresent(subscriptions::remove);
        housekeeping.deleted();
    }

    private void changed(StateChange change) {
        for (ActiveSubscription active : subscriptions.of(change.account())) {
            if (active.wants(change.states().keySet())) {
                scheduleRun(active);
            }
        }
    }

    private void sharedStatesChanged(ActiveSubscription active) {
        if (active.verified()) {
            scheduleRun(active);
        }
    }

    private void scheduleRun(ActiveSubscription active) {
        OptionalLong rest = active.wake();
        if (rest.isPresent() && rest.getAsLong() == 0) {
            send(active);
        } else if (rest.isPresent()) {
            active.scheduled(clock.schedule(Duration.ofNanos(rest.getAsLong()), () -> send(active)));
        }
    }

    private void send(ActiveSubscription active) {
        if (!stopped) {
            senders.send(active.owner().account(), active.host(), () -> run(active));
        }
    }

    private void run(ActiveSubscription active) {
        try {
            if (active.begin()) {
                sendDue(active);
            }
        } catch (RuntimeException e) {
            if (!stopped) {
                LOG.warn("A message to a push service failed; it will be retried later", e);
                active.failed(new Outcome.NoResponse());
            }
        } finally {
            if (active.end() && !stopped) {
                scheduleRun(active);
            }
        }
    }

    private void sendDue(ActiveSubscription active) {
        Optional<Subscription> subscription =
                store.read(Scope.system(), snapshot -> SubscriptionRows.find(snapshot.sql(), active.n()));
        Optional<Caller> caller = subscription.flatMap(of -> housekeeping.caller(active));
        if (subscription.isEmpty()) {
            subscriptions.remove(active);
        } else if (caller.isEmpty()) {
            housekeeping.drop("sign_in", List.of(active));
        } else if (active.expired(clock.now())) {
            housekeeping.drop("expired", List.of(active));
        } else {
            sendDue(active, subscription.get(), caller.get());
        }
    }

    private void sendDue(ActiveSubscription active, Subscription to, Caller caller) {
        active.follow(shared, caller, () -> sharedStatesChanged(active));
        States current = active.sharedStates();
        States received = active.received(current);
        if (to.verified()) {
            PendingChanges own = PendingChanges.of(caller, active.delivered(), to.types(), readableTypes, store);
            sendChanges(active, to, own.and(current, received), current);
        } else {
            sendCode(active, to);
        }
    }

    private void sendCode(ActiveSubscription active, Subscription of) {
        if (of.asked() >= CODES) {
            return;
        }
        // The attempt is counted before the code is sent, so that a restart does not cause additional attempts.
        store.write(Scope.system(), TransactionCallback.named("svc.push.web: count a verification code", tx -> {
            SubscriptionRows.asked(tx.sql(), of.n());
            return true;
        }));
        Outcome outcome = sendRecorded(active, () -> messages.code(of));
        if (!outcome.isAccepted() && outcome.isRetryable() && of.asked() + 1 < CODES) {
            active.failed(outcome);
        }
    }

    private void sendChanges(ActiveSubscription active, Subscription to, PendingChanges pending, States current) {
        for (PendingChanges.StateChange change : pending.objects()) {
            Outcome outcome = sendRecorded(active, () -> messages.change(to, change));
            if (outcome.isGone()) {
                return;
            } else if (!outcome.isAccepted()) {
                active.failed(outcome);
                return;
            }
        }
        active.recordDelivered(pending.at(), current);
    }

    /** Sends a message, and applies the consequences that are the same for all messages. */
    private Outcome sendRecorded(ActiveSubscription active, Supplier<Outcome> sending) {
        long began = clock.nanos();
        Outcome outcome = sending.get();
        long took = clock.nanos() - began;
        boolean answered = outcome.status() > 0 && outcome.status() / 100 != 5;
        senders.record(active.host(), answered && took < SOON.toNanos());
        if (outcome.isGone()) {
            housekeeping.drop("gone", List.of(active));
        } else if (outcome.isAccepted()) {
            active.accepted(took);
        }
        return outcome;
    }

    @Override
    public void collect(MetricSink sink) {
        meters.collect(sink, subscriptions.all().size());
    }

    /** Stops sending and stores the delivered states. */
    @Deactivate
    public void stop() {
        stopped = true;
        fallbackStart.cancel();
        registration.close();
        senders.stop();
        subscriptions.all().forEach(ActiveSubscription::unfollow);
        housekeeping.end();
    }
}
