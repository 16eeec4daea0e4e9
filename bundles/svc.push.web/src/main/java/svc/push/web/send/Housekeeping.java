package svc.push.web.send;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.push.web.subscription.DeliveredState;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.SubscriptionRows;

/**
 * The maintenance that runs every minute. It ends subscriptions that have expired or whose sign-in has ended, stores
 * the delivered states, and overwrites deleted rows. Thread-safe.
 */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** The number of rounds after which every sign-in is checked, even if its tenant has not changed. */
    private static final int ROUNDS = 60;

    private static final int PORTION = 500;

    private final Store store;
    private final Directory directory;
    private final Clock clock;
    private final ActiveSubscriptions subscriptions;
    private final WebPushMetrics meters;
    private final Executor threads;
    private final AtomicBoolean deleted = new AtomicBoolean();
    private Clock.@Nullable Alarm alarm;
    private boolean ended;
    private int round;

    Housekeeping(
            Store store,
            Directory directory,
            Clock clock,
            ActiveSubscriptions subscriptions,
            WebPushMetrics meters,
            Executor threads) {
        this.store = store;
        this.directory = directory;
        this.clock = clock;
        this.subscriptions = subscriptions;
        this.meters = meters;
        this.threads = threads;
    }

    /** Schedules the next round. */
    synchronized void begin() {
        if (!ended) {
            alarm = clock.schedule(PAUSE, () -> threads.execute(this::maintain));
        }
    }

    private void maintain() {
        try {
            round = (round + 1) % ROUNDS;
            drop("expired", select(active -> active.expired(clock.now())));
            drop(
                    "sign_in",
                    select(active -> (round == 0 || active.mustCheckSignIn(directory::version))
                            && caller(active).isEmpty()));
            saveStates();
            if (deleted.getAndSet(false) && !store.overwriteDeleted()) {
                deleted.set(true);
            }
        } catch (RuntimeException e) {
            LOG.warn("The maintenance of push subscriptions failed; it will be retried in a minute", e);
        } finally {
            begin();
        }
    }

    private List<ActiveSubscription> select(Predicate<ActiveSubscription> filter) {
        return subscriptions.all().stream().filter(filter).toList();
    }

    /** Returns the caller that created a subscription; empty when its sign-in has ended. */
    Optional<Caller> caller(ActiveSubscription active) {
        Owner owner = active.owner();
        Optional<Account> account = directory.account(owner.account());
        long version =
                account.map(found -> directory.version(found.organization())).orElse(0L);
        Optional<Caller> caller = account.map(found -> new Caller(found, owner.device(), owner.secret(), ""))
                .filter(directory::isActive);
        caller.ifPresent(found -> active.signInChecked(found.account().organization(), version));
        return caller;
    }

    /** Deletes subscriptions. */
    void drop(String reason, Collection<ActiveSubscription> selected) {
        if (selected.isEmpty()) {
            return;
        }
        List<Long> numbers = selected.stream().map(ActiveSubscription::n).toList();
        store.write(Scope.system(), TransactionCallback.named("svc.push.web: delete subscriptions", tx -> {
            SubscriptionRows.delete(tx.sql(), numbers);
            return true;
        }));
        selected.forEach(subscriptions::remove);
        meters.dropped(reason, selected.size());
        deleted();
    }

    /** Requests that deleted rows be overwritten. */
    void deleted() {
        deleted.set(true);
    }

    /** Stores many delivered states in one write. After a crash, changes since the last write are sent again. */
    private void saveStates() {
        List<ActiveSubscription> selected =
                select(active -> active.unsavedState().isPresent());
        for (int i = 0; i < selected.size(); i += PORTION) {
            Map<ActiveSubscription, DeliveredState> portion = new HashMap<>();
            selected.subList(i, Math.min(selected.size(), i + PORTION))
                    .forEach(active -> active.unsavedState().ifPresent(delivered -> portion.put(active, delivered)));
            store.write(Scope.system(), TransactionCallback.named("svc.push.web: store delivered states", tx -> {
                portion.forEach(
                        (active, delivered) -> SubscriptionRows.updateDelivered(tx.sql(), active.n(), delivered));
                return true;
            }));
            portion.forEach(ActiveSubscription::saved);
        }
    }

    /** Stops the maintenance and stores the delivered states. */
    void end() {
        synchronized (this) {
            ended = true;
            if (alarm != null) {
                alarm.cancel();
            }
        }
        try {
            saveStates();
        } catch (RuntimeException e) {
            LOG.warn("The delivered states could not be stored; the latest changes will be sent again", e);
        }
    }
}
