package svc.core;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.Queries;
import svc.api.jmap.Sights;
import svc.api.jmap.Views;
import svc.api.jmap.Witness;
import svc.api.json.Json;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.core.DerivedMethods.Ground;

/**
 * The engine without a server around it, for tests that drive it as a client would. The bundle does not export it: it is
 * there for whoever has this jar on a class path.
 */
public final class LocalEngine {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Witnesses witnesses = new Witnesses();
    private final Registry registry;
    private final Sights sights;
    private final Views views;
    private final Queries queries;
    private final Engine engine;
    private long keys;

    /** Begins with Core alone. */
    public LocalEngine(Store store, Json json, Clock clock, Directory directory, JmapLimits limits) {
        this.registry = new Registry(
                new PartReader(json, store, witnesses),
                new DerivedMethods(new Ground(store, json, clock, limits, witnesses)));
        this.sights = new CallerSights(registry, directory);
        this.views = new CallerViews(registry, directory, json);
        this.queries = new CallerQueries(registry, directory, json, clock);
        SessionBook sessions = new SessionBook(registry, directory, json, () -> Optional.of(""));
        this.engine = new Engine(registry, sessions, directory, json, clock, limits, LONGEST);
        registry.add("echo", "svc.core", 0, EchoMethod.class, new EchoMethod());
        registry.add("core", "svc.core", 0, Capability.class, new CoreCapability(limits));
    }

    /** Takes a service in as everything that it can be; the keys take it out again. */
    public List<Object> add(String bundle, long bundleId, Object service) {
        List<Object> added = new ArrayList<>();
        for (Class<?> role : PartReader.ROLES) {
            if (role.isInstance(service)) {
                Object key = "service " + keys++;
                registry.add(key, bundle, bundleId, role, service);
                added.add(key);
            }
        }
        if (service instanceof Witness witness) {
            witnesses.add(witness);
            added.add(witness);
        }
        return added;
    }

    /** Lets it go. */
    public void remove(Object key) {
        if (key instanceof Witness witness) {
            witnesses.remove(witness);
        } else {
            registry.remove(key);
        }
    }

    /** Why services were not taken in: what is wrong and what to do, in words. */
    public List<String> refused() {
        return registry.catalogue().refused().stream()
                .map(refused -> refused.reason() + " " + refused.remedy())
                .toList();
    }

    /** The methods that can be called, by name, each with the URN that a request must use; of several the first. */
    public Map<String, String> methods() {
        Map<String, String> methods = new TreeMap<>();
        registry.catalogue()
                .methods()
                .forEach((name, method) -> methods.put(
                        name,
                        method.capabilities().stream().sorted().findFirst().orElse("")));
        return methods;
    }

    /** What callers can read. */
    public Sights sights() {
        return sights;
    }

    /** The objects as callers see them. */
    public Views views() {
        return views;
    }

    /** What their queries answer. */
    public Queries queries() {
        return queries;
    }

    /** The URNs that are offered. */
    public Set<String> capabilities() {
        return new TreeSet<>(registry.catalogue().capabilities().keySet());
    }

    /** The session, in JSON. */
    public byte[] session(Caller caller) {
        return engine.session(caller, new SessionUrls("", "ws://localhost"));
    }

    /** The answer to a request, or the problem that it was refused with, in JSON. */
    public byte[] answer(Caller caller, byte[] request) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            engine.run(engine.ready(caller, request), out);
            return out.toByteArray();
        } catch (RequestProblem problem) {
            return engine.problem(problem.members());
        }
    }

    Registry registry() {
        return registry;
    }

    Engine engine() {
        return engine;
    }
}
