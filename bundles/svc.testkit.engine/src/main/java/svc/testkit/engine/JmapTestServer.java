package svc.testkit.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.Queries;
import svc.api.jmap.Sights;
import svc.api.jmap.Views;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.core.LocalEngine;
import svc.json.JacksonJson;
import svc.store.memory.MemoryStore;
import svc.testkit.People;
import svc.testkit.SetClock;

/**
 * The server's own engine on a store in memory: register the services of a capability, make accounts, and send requests as
 * their clients would. It takes milliseconds, opens no port and needs no framework. For one thread.
 */
public final class MemoryEngine {

    /** The limits of a server that is configured to nothing else. */
    public static final JmapLimits LIMITS = new JmapLimits(50_000_000, 4, 10_000_000, 8, 64, 500, 500, 5000, 500);

    private static final String BUNDLE = "bundle.under.test";

    private final JmapLimits limits;
    private final SetClock clock;
    private final BreakableStore store;
    private final Json json = new JacksonJson();
    private final Json.Binding binding = json.binding(Json.Names.EXACT);
    private final People people = new People();
    private final LocalEngine engine;

    /** An engine with the {@link #LIMITS}. */
    public MemoryEngine() {
        this(LIMITS);
    }

    /** An engine with other limits. */
    public MemoryEngine(JmapLimits limits) {
        this(limits, new SetClock());
    }

    private MemoryEngine(JmapLimits limits, SetClock clock) {
        this(limits, clock, new MemoryStore(clock));
    }

    /** An engine on another store, maybe one with tables; whoever brings it closes it. The store goes by this clock, too. */
    public MemoryEngine(JmapLimits limits, SetClock clock, Store store) {
        this.limits = limits;
        this.clock = clock;
        this.store = new BreakableStore(store);
        this.engine = new LocalEngine(this.store, json, clock, people, limits);
    }

    /** A service that is registered. */
    public interface Registration extends AutoCloseable {

        /** Takes it out again, as if its bundle were stopped. */
        @Override
        void close();
    }

    /**
     * Registers a service as everything that it is: {@code Capability}, {@code ObjectType}, {@code TypeSource},
     * {@code MethodHandler}, {@code PropertyContribution}, {@code Exclusion}, {@code Witness}.
     *
     * @throws AssertionError when the engine refuses it; the message says why
     */
    public Registration register(Object service) {
        return register(BUNDLE, service);
    }

    /** Registers a service of another bundle. */
    public Registration register(String bundle, Object service) {
        List<String> before = engine.refused();
        List<Object> keys = engine.add(bundle, bundle.equals(BUNDLE) ? 1 : 2, service);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(service.getClass().getName()
                    + " is nothing that makes a capability: it implements none of the interfaces of svc.api.jmap.");
        }
        List<String> refused = new ArrayList<>(engine.refused());
        refused.removeAll(before);
        if (!refused.isEmpty()) {
            keys.forEach(engine::remove);
            throw new AssertionError(String.join(" ", refused));
        }
        return () -> keys.forEach(engine::remove);
    }

    /** A client of a new account; accounts of one organization can share, those of two know nothing of each other. */
    public Client account(String organization, String name) {
        long n = store.write(Scope.system(), tx -> tx.enrol(organization, name));
        Account account = new Account(n, organization, name + "@" + organization + ".example", name);
        people.add(account);
        return new Client(this, account, Set.of());
    }

    /** Lets an account reach another one's data; the grantee knows it by {@link Client#sharedBy}. */
    public void share(Client owner, Client grantee, String capability, Access access) {
        people.share(owner.account(), grantee.account(), capability, access);
    }

    /** Takes back all that one account shares with another. */
    public void unshare(Client owner, Client grantee) {
        people.unshare(owner.account(), grantee.account());
    }

    /** Switches a capability off for an organization. */
    public void switchOff(String organization, String capability) {
        people.switchOff(organization, capability);
    }

    /** Switches it on again. */
    public void switchOn(String organization, String capability) {
        people.switchOn(organization, capability);
    }

    /** Who is who. */
    public People people() {
        return people;
    }

    /** The time; tests move it. */
    public SetClock clock() {
        return clock;
    }

    /** The store, for services that need one. */
    public Store store() {
        return store;
    }

    /** The limits that are in force. */
    public JmapLimits limits() {
        return limits;
    }

    /** JSON, for services that need it. */
    public Json json() {
        return json;
    }

    /** The URNs that are offered. */
    public Set<String> capabilities() {
        return engine.capabilities();
    }

    /** The methods that can be called, by name, each with the URN that a request must use. */
    public Map<String, String> methods() {
        return engine.methods();
    }

    /** What callers can read, for services that need to know. */
    public Sights sights() {
        return engine.sights();
    }

    /** The objects as callers see them, for services that need them. */
    public Views views() {
        return engine.views();
    }

    /** What queries of callers answer, for services that need to know. */
    public Queries queries() {
        return engine.queries();
    }

    BreakableStore breakable() {
        return store;
    }

    /** A value as it is when it has been JSON for a while. */
    @Nullable
    Object plain(@Nullable Object value) {
        return binding.read(binding.text(value));
    }

    String text(@Nullable Object value) {
        return binding.text(value);
    }

    @Nullable
    Object read(byte[] text) {
        return binding.read(text, Integer.MAX_VALUE);
    }

    byte[] answer(Caller caller, byte[] request) {
        return engine.answer(caller, request);
    }

    byte[] session(Caller caller) {
        return engine.session(caller);
    }
}
