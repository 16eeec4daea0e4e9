package svc.push.web;

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
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Call;
import svc.api.jmap.SetError;
import svc.api.jmap.Sights;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;

/** Makes, changes and ends subscriptions for those who own them. Any thread. */
@Component(
        service = Subscriptions.class,
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class Subscriptions {

    /** So many has an account at most. */
    static final int MOST = 20;

    private static final int CODE = 32;

    private final Store store;
    private final Sights sights;
    private final Courier courier;
    private final Clock clock;
    private final Door door;
    private final TimedNames names = new TimedNames(Names.OF_THE_MACHINE);
    private final CreationRate rate;
    private final SecureRandom random = new SecureRandom();

    /** Keeps them here and tells the courier. */
    @Activate
    public Subscriptions(
            WebPushConfig config,
            @Reference Store store,
            @Reference Sights sights,
            @Reference Courier courier,
            @Reference Clock clock) {
        this.store = store;
        this.sights = sights;
        this.courier = courier;
        this.clock = clock;
        this.door = new Door(config.allow_private_targets(), names);
        this.rate = new CreationRate(clock);
    }

    /** Ends the threads of its names. */
    @Deactivate
    public void stop() {
        names.stop();
    }

    /**
     * What a call asks for.
     *
     * @param creates what was given, by creation id
     * @param ready what can be made of it
     * @param updates patches by id
     * @param destroys ids
     */
    record Asked(
            Map<String, Map<String, @Nullable Object>> creates,
            Map<String, Subscription> ready,
            Map<String, Map<String, @Nullable Object>> updates,
            Set<String> destroys) {}

    /** Those that can be made, as far as can be said without their place; the others are refused. May wait for names. */
    Map<String, Subscription> prepare(
            Call call, Map<String, Map<String, @Nullable Object>> creates, SetOutcome outcome) {
        Map<String, Subscription> ready = new LinkedHashMap<>();
        if (creates.isEmpty()) {
            return ready;
        }
        Owner owner = Owner.of(call.caller());
        Told now = News.of(call.caller(), new Told(0, 0), Optional.of(Set.of()), sights, store)
                .at();
        creates.forEach((key, given) -> {
            try {
                Subscription made =
                        new Draft(given, clock.now()).made(random.nextLong(1, Long.MAX_VALUE), owner, code(), now);
                call.proceed();
                door.look(made.target());
                if (!rate.permit(owner.account())) {
                    throw new SetError(
                            "rateLimit",
                            "Too many subscriptions were made in a short time. Try again in some minutes.");
                }
                door.addresses(made.target());
                ready.put(key, made);
            } catch (Door.Closed e) {
                outcome.refuseCreate(key, SetError.invalidProperty(Terms.URL, String.valueOf(e.getMessage())));
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

    /** Does it all at once, and then tells the courier. */
    void apply(Call call, Asked asked, SetOutcome outcome) {
        if (asked.ready().isEmpty()
                && asked.updates().isEmpty()
                && asked.destroys().isEmpty()) {
            return;
        }
        Owner owner = Owner.of(call.caller());
        Work done = store.write(Scope.system(), Writing.named("PushSubscription/set", tx -> {
            Work work = new Work(tx, owner, clock.now(), outcome);
            asked.ready().forEach((key, made) -> work.create(key, made, asked.creates()));
            asked.updates().forEach((id, patch) -> work.update(id, patch, asked.destroys()));
            asked.destroys().forEach(work::destroy);
            return work;
        }));
        done.made.forEach((key, made) -> call.created(key, made.id()));
        done.made.values().forEach(courier::made);
        done.changed.forEach(courier::follow);
        done.ended.forEach(n -> courier.ended(owner, n));
    }

    /** The part in the store. */
    private static final class Work {

        private final Map<String, Subscription> made = new LinkedHashMap<>();
        private final List<Subscription> changed = new ArrayList<>();
        private final List<Long> ended = new ArrayList<>();
        private final Transaction tx;
        private final Owner owner;
        private final Instant now;
        private final SetOutcome outcome;

        Work(Transaction tx, Owner owner, Instant now, SetOutcome outcome) {
            this.tx = tx;
            this.owner = owner;
            this.now = now;
            this.outcome = outcome;
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
            outcome.created(key, new Draft(given.getOrDefault(key, Map.of()), now).toldOf(ready));
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
                Draft draft = new Draft(patch, now);
                Subscription after = draft.on(before.get());
                SubscriptionRows.update(tx.sql(), after);
                changed.add(after);
                outcome.updated(id, patch.containsKey(Terms.EXPIRES) ? draft.expiry(after) : Map.of());
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
