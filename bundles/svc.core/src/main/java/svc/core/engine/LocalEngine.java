package svc.core.engine;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobReferrer;
import svc.api.identity.Caller;
import svc.api.identity.ContainerShares;
import svc.api.identity.Directory;
import svc.api.identity.ShareNotifications;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.JmapProcessor;
import svc.api.jmap.OfferedCapabilities;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.SessionAccounts;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.jmap.observe.ReadableData;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.query.QueryRunner;
import svc.api.json.Json;
import svc.api.lifecycle.Maintenance;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.core.dispatch.Contribution.Offered;
import svc.core.dispatch.ProcessorTime;
import svc.core.dispatch.RequestErrors;
import svc.core.methods.EchoMethod;
import svc.core.methods.StandardMethods;
import svc.core.methods.StandardMethods.Services;
import svc.core.objects.ObjectObservers;
import svc.core.records.RecordBlobs;
import svc.core.records.RecordSource;
import svc.core.registry.ContributionReader;
import svc.core.registry.ContributionRegistry;
import svc.core.registry.CoreCapability;
import svc.core.session.SessionCache;
import svc.core.session.SessionUrls;

/**
 * The engine without a server, for tests that act as a client. The bundle does not export this class; tests use it from
 * the class path.
 */
public final class LocalEngine {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final ObjectObservers observers = new ObjectObservers();
    private final ContributionRegistry registry;
    private final ReadableTypes readableTypes;
    private final ReadableData readableData;
    private final ObjectReader views;
    private final QueryRunner queries;
    private final OfferedCapabilities offered;
    private final SessionAccounts sessionAccounts;
    private final Engine engine;
    private @Nullable AccountBlobs blobs;
    private @Nullable ShareNotifications notifications;
    private @Nullable Maintenance maintenance;
    private long keys;

    /** Creates an engine that offers only the Core capability. */
    public LocalEngine(Store store, Json json, Clock clock, Directory directory, JmapLimits limits) {
        this.registry = new ContributionRegistry(
                new ContributionReader(
                        json,
                        store,
                        observers,
                        new RecordBlobs(() -> blobs, () -> null),
                        () -> directory instanceof ContainerShares shares ? Optional.of(shares) : Optional.empty(),
                        () -> Optional.ofNullable(notifications)),
                new StandardMethods(new Services(store, json, clock, limits, observers)));
        this.readableTypes = new CachedReadableTypes(registry, directory);
        this.readableData = new EngineReadableData(registry, directory);
        this.views = new EngineObjectReader(registry, directory, json);
        this.queries = new EngineQueryRunner(registry, directory, json, clock);
        this.offered = new CatalogueCapabilities(registry, directory);
        this.sessionAccounts = new EngineSessionAccounts(registry, directory);
        SessionCache sessions = new SessionCache(registry, directory, json, () -> Optional.of(""));
        this.engine = new Engine(
                registry,
                sessions,
                directory,
                json,
                clock,
                limits,
                LONGEST,
                new ProcessorTime(),
                () -> Optional.ofNullable(maintenance).flatMap(Maintenance::readOnly));
        registry.add("echo", "svc.core", 0, EchoMethod.class, new EchoMethod());
        registry.add("core", "svc.core", 0, Capability.class, new CoreCapability(limits));
    }

    /** Sets the blobs of accounts, to which records can then refer. */
    public void blobs(AccountBlobs known) {
        blobs = known;
    }

    /** Sets the service that notifies users of their rights. */
    public void shareNotifications(ShareNotifications known) {
        notifications = known;
    }

    /** Sets the maintenance mode; without it, no maintenance is ever active. */
    public void maintenance(Maintenance known) {
        maintenance = known;
    }

    /** Registers a service in all its roles. Returns the keys for {@link #remove}. */
    public List<Object> add(String bundle, long bundleId, Object service) {
        List<Object> added = new ArrayList<>();
        for (Class<?> role : ContributionReader.ROLES) {
            if (role.isInstance(service)) {
                Object key = "service " + keys++;
                registry.add(key, bundle, bundleId, role, service);
                added.add(key);
            }
        }
        if (service instanceof ObjectObserver observer) {
            observers.add(observer);
            added.add(observer);
        }
        return added;
    }

    /** Removes a registered service. */
    public void remove(Object key) {
        if (key instanceof ObjectObserver observer) {
            observers.remove(observer);
        } else {
            registry.remove(key);
        }
    }

    /** Returns the reasons and remedies of all rejected services. */
    public List<String> refused() {
        return registry.catalogue().refused().stream()
                .map(refused -> refused.reason() + " " + refused.remedy())
                .toList();
    }

    /** Returns the services that list the objects of the registered record types that refer to blobs. */
    public List<BlobReferrer> blobReferrers() {
        return registry.catalogue().types().values().stream()
                .flatMap(type -> type.source() instanceof RecordSource<?> source
                        ? source.blobReferrer().stream()
                        : Stream.empty())
                .toList();
    }

    /** Returns the registered methods by name, each with a URN that a request can use to call it. */
    public Map<String, String> methods() {
        Map<String, String> methods = new TreeMap<>();
        registry.catalogue()
                .methods()
                .forEach((name, method) -> methods.put(
                        name,
                        method.capabilities().stream().sorted().findFirst().orElse("")));
        return methods;
    }

    public ReadableTypes readableTypes() {
        return readableTypes;
    }

    public ObjectVisibility objectVisibility() {
        return new EngineObjectVisibility(registry);
    }

    public ReadableData readableData() {
        return readableData;
    }

    public RecordRepositories repositories() {
        return new EngineRecordRepositories(registry);
    }

    public ObjectReader views() {
        return views;
    }

    public QueryRunner queries() {
        return queries;
    }

    public OfferedCapabilities offered() {
        return offered;
    }

    /** Returns the URNs of the registered capabilities that a request can use. */
    public Set<String> capabilities() {
        Set<String> urns = new TreeSet<>();
        registry.catalogue().capabilities().values().stream()
                .filter(Offered::inSession)
                .forEach(offered -> urns.add(offered.urn()));
        return urns;
    }

    /** Returns the service that writes Account objects. */
    public SessionAccounts sessionAccounts() {
        return sessionAccounts;
    }

    /** Returns the service that processes requests of other transports. */
    public JmapProcessor processor() {
        return new EngineJmapProcessor(engine);
    }

    /** Returns the session as JSON. */
    public byte[] session(Caller caller) {
        return engine.session(caller, new SessionUrls("", "ws://localhost"));
    }

    /** Returns the response to a request, or the problem details if it is rejected, as JSON. */
    public byte[] answer(Caller caller, byte[] request) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            engine.run(engine.ready(caller, request), out);
            return out.toByteArray();
        } catch (RequestErrors problem) {
            return engine.problem(problem.members());
        }
    }

    ContributionRegistry registry() {
        return registry;
    }

    Engine engine() {
        return engine;
    }
}
