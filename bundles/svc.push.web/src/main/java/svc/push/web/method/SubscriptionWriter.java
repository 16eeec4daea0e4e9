package svc.push.web.method;

import static svc.push.web.method.SubscriptionValidation.EXPIRES;
import static svc.push.web.method.SubscriptionValidation.URL;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;
import svc.api.jmap.MethodCall;
import svc.api.jmap.SetError;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.push.web.WebPushConfig;
import svc.push.web.crypto.ServerKey;
import svc.push.web.send.PendingChanges;
import svc.push.web.send.PushDispatcher;
import svc.push.web.subscription.DeliveredState;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;
import svc.push.web.subscription.SubscriptionRows;

/** Creates, updates and destroys subscriptions for the sign-ins that own them. Thread-safe. */
@Component(
        service = SubscriptionWriter.class,
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class SubscriptionWriter {

    /** The limit of subscriptions of an account. */
    static final int MOST = 20;

    private static final int CODE = 32;

    private final Store store;
    private final ReadableTypes readableTypes;
    private final PushDispatcher dispatcher;
    private final Clock clock;
    private final OutboundHttpClient client;
    private final TargetRule targets;
    private final CreationRate rate;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public SubscriptionWriter(
            WebPushConfig config,
            @Reference Store store,
            @Reference ReadableTypes readableTypes,
            @Reference PushDispatcher dispatcher,
            @Reference OutboundHttpClient client,
            @Reference Clock clock) {
        this.store = store;
        this.readableTypes = readableTypes;
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.client = client;
        this.targets = TargetRule.of(config.allow_private_targets());
        this.rate = new CreationRate(clock);
    }

    /**
     * The changes of a call.
     *
     * @param creates the given properties, by creation id
     * @param ready the subscriptions to insert, by creation id
     * @param updates patches by id
     * @param destroys ids
     */
    record Changes(
            Map<String, Map<String, @Nullable Object>> creates,
            Map<String, Subscription> ready,
            Map<String, Map<String, @Nullable Object>> updates,
            Set<String> destroys) {}

    /**
     * Returns the subscriptions that pass all checks except the limit of the account, and rejects the others. May wait
     * for DNS.
     */
    Map<String, Subscription> prepare(
            MethodCall call, Map<String, Map<String, @Nullable Object>> creates, SetOutcome outcome) {
        Map<String, Subscription> ready = new LinkedHashMap<>();
        if (creates.isEmpty()) {
            return ready;
        }
        Owner owner = Owner.of(call.caller());
        DeliveredState now = PendingChanges.of(
                        call.caller(), new DeliveredState(0, 0), Optional.of(Set.of()), readableTypes, store)
                .at();
        creates.forEach((key, given) -> {
            try {
                Subscription made = new SubscriptionInput(given, clock.now())
                        .create(random.nextLong(1, Long.MAX_VALUE), owner, code(), now);
                call.checkDeadline();
                if (!rate.permit(owner.account())) {
                    throw new SetError(
                            "rateLimit",
                            "Too many subscriptions were created in a short time. Try again in some minutes.");
                }
                client.check(made.target(), targets);
                ready.put(key, made);
            } catch (TargetRefusedException e) {
                outcome.refuseCreate(key, SetError.invalidProperty(URL, String.valueOf(e.getMessage())));
            } catch (SetError e) {
                outcome.refuseCreate(key, e);
            }
        });
        return ready;
    }

    private String code() {
        byte[] code = new byte[CODE];
        random.nextBytes(code);
        return ServerKey.base64(code);
    }

    /** Applies all changes in one transaction, and then notifies the dispatcher. */
    void apply(MethodCall call, Changes asked, SetOutcome outcome) {
        if (asked.ready().isEmpty()
                && asked.updates().isEmpty()
                && asked.destroys().isEmpty()) {
            return;
        }
        Owner owner = Owner.of(call.caller());
        Work done = store.write(Scope.system(), TransactionCallback.named("PushSubscription/set", tx -> {
            Work work = new Work(tx, owner, clock.now());
            asked.ready().forEach((key, made) -> work.create(key, made, asked.creates()));
            asked.updates().forEach((id, patch) -> work.update(id, patch, asked.destroys()));
            asked.destroys().forEach(work::destroy);
            return work;
        }));
        outcome.addAll(done.outcome);
        done.made.forEach((key, made) -> call.putCreatedId(key, made.id()));
        done.made.values().forEach(dispatcher::created);
        done.changed.forEach(dispatcher::update);
        done.ended.forEach(n -> dispatcher.destroyed(owner, n));
    }

    /** The work of the transaction. */
    private static final class Work {

        private final Map<String, Subscription> made = new LinkedHashMap<>();
        private final List<Subscription> changed = new ArrayList<>();
        private final List<Long> ended = new ArrayList<>();
        private final Transaction tx;
        private final Owner owner;
        private final Instant now;
        private final SetOutcome outcome = new SetOutcome();

        Work(Transaction tx, Owner owner, Instant now) {
            this.tx = tx;
            this.owner = owner;
            this.now = now;
        }

        void create(String key, Subscription ready, Map<String, Map<String, @Nullable Object>> given) {
            if (SubscriptionRows.count(tx.sql(), owner.account(), now) >= MOST) {
                outcome.refuseCreate(
                        key,
                        new SetError(
                                "overQuota",
                                "An account has " + MOST + " subscriptions at most. Destroy one that is not needed."));
                return;
            }
            SubscriptionRows.insert(tx.sql(), ready);
            made.put(key, ready);
            outcome.created(key, new SubscriptionInput(given.getOrDefault(key, Map.of()), now).responseOf(ready));
        }

        private Optional<Subscription> find(String id) {
            return SubscriptionRows.of(tx.sql(), owner, now).stream()
                    .filter(subscription -> subscription.id().equals(id))
                    .findFirst();
        }

        void update(String id, Map<String, @Nullable Object> patch, Set<String> ends) {
            Optional<Subscription> before = find(id);
            if (before.isEmpty() || ends.contains(id)) {
                outcome.refuseUpdate(id, before.isEmpty() ? SetError.notFound() : new SetError("willDestroy", null));
                return;
            }
            try {
                SubscriptionInput draft = new SubscriptionInput(patch, now);
                Subscription after = draft.applyTo(before.get());
                SubscriptionRows.update(tx.sql(), after);
                changed.add(after);
                outcome.updated(id, patch.containsKey(EXPIRES) ? draft.expiry(after) : Map.of());
            } catch (SetError e) {
                outcome.refuseUpdate(id, e);
            }
        }

        void destroy(String id) {
            Optional<Subscription> found = find(id);
            if (found.isEmpty()) {
                outcome.refuseDestroy(id, SetError.notFound());
                return;
            }
            SubscriptionRows.delete(tx.sql(), List.of(found.get().n()));
            ended.add(found.get().n());
            outcome.destroyed(id);
        }
    }
}
