package svc.testkit.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Authenticator;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.SessionAccounts;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.query.QueryRunner;
import svc.api.job.AccountWork;
import svc.api.job.CrossAccountTasks;
import svc.api.job.JobQueue;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.account.BlobRemoval;
import svc.blobs.account.QuotaEnforcement;
import svc.blobs.account.SharedTypes;
import svc.blobs.account.StoredAccountBlobs;
import svc.core.engine.LocalEngine;
import svc.json.JacksonJson;
import svc.testkit.InMemoryDirectory;
import svc.testkit.SettableMaintenance;
import svc.testkit.SettableWallClock;
import svc.testkit.engine.server.AddressAuthenticator;
import svc.testkit.engine.server.FaultInjectingStore;
import svc.testkit.engine.server.TestJobs;

/**
 * The server's own JMAP engine on the server's own store. A test registers the services of a capability, creates
 * accounts, and sends requests as clients do. The test server opens no port and requires no OSGi framework. Not
 * thread-safe.
 */
public final class JmapTestServer implements AutoCloseable {

    /** The default limits of a server. */
    public static final JmapLimits LIMITS = new JmapLimits(50_000_000, 4, 10_000_000, 8, 64, 500, 500, 5000, 500);

    private static final String BUNDLE = "bundle.under.test";
    private static final long BUNDLE_ID = 1;

    private final JmapLimits limits;
    private final SettableWallClock clock;
    private final FaultInjectingStore store;
    private final Json json = new JacksonJson();
    private final InMemoryDirectory directory = new InMemoryDirectory();
    private final LocalEngine engine;
    private final TestJobs jobs;
    private final SettableMaintenance maintenance = new SettableMaintenance();
    private final @Nullable TemporaryStore temporary;
    private final @Nullable AccountBlobs blobs;

    /**
     * Creates an engine with the {@link #LIMITS} on a store and blobs in a temporary folder.
     *
     * @param owners a class of each bundle whose tables the test needs
     */
    public JmapTestServer(Class<?>... owners) {
        this(LIMITS, owners);
    }

    /** Creates an engine with other limits on a store in a temporary folder. */
    public JmapTestServer(JmapLimits limits, Class<?>... owners) {
        this(limits, new SettableWallClock(), owners);
    }

    private JmapTestServer(JmapLimits limits, SettableWallClock clock, Class<?>... owners) {
        this(limits, clock, new TemporaryStore(clock, owners));
    }

    private JmapTestServer(JmapLimits limits, SettableWallClock clock, TemporaryStore temporary) {
        this(limits, clock, temporary.store(), temporary);
    }

    /** Creates an engine on another store, which the caller closes. The store must use the same clock. */
    public JmapTestServer(JmapLimits limits, SettableWallClock clock, Store store) {
        this(limits, clock, store, null);
    }

    private JmapTestServer(
            JmapLimits limits, SettableWallClock clock, Store store, @Nullable TemporaryStore temporary) {
        this.limits = limits;
        this.clock = clock;
        this.store = new FaultInjectingStore(store);
        this.engine = new LocalEngine(this.store, json, clock, directory, limits);
        engine.maintenance(maintenance);
        directory.createTenantScopesBy(organization ->
                this.store.write(Scope.system(), tx -> tx.createAccount(organization, "the scope of " + organization)));
        this.jobs = new TestJobs(this.store, clock, directory, engine.offered());
        this.temporary = temporary;
        this.blobs = temporary == null
                ? null
                : new StoredAccountBlobs(
                        this.store,
                        temporary.bytes(),
                        new SharedTypes(engine.objectVisibility()),
                        new QuotaEnforcement(directory, clock),
                        new BlobRemoval(this.store, temporary.bytes()),
                        clock,
                        maintenance);
        if (blobs != null) {
            engine.blobs(blobs);
        }
    }

    /** Returns the maintenance mode of the engine and of the blobs. */
    public SettableMaintenance maintenance() {
        return maintenance;
    }

    /** Closes the store and deletes its folder, unless the caller passed the store. */
    @Override
    public void close() {
        if (temporary != null) {
            temporary.close();
        }
    }

    /** A registered service. */
    public interface Registration extends AutoCloseable {

        /** Unregisters the service, as if its bundle were stopped. */
        @Override
        void close();
    }

    /**
     * Registers a service under every interface of svc.api.jmap that it implements: {@code Capability},
     * {@code ObjectType}, {@code TypeSource}, {@code MethodHandler}, {@code PropertyContribution},
     * {@code CapabilityExclusion}, {@code ObjectObserver}; or as a handler of svc.api.job.
     *
     * @throws AssertionError if the engine rejects the service; the message gives the reason
     */
    public Registration register(Object service) {
        return register(BUNDLE, service);
    }

    /** Registers a service of another bundle. */
    public Registration register(String bundle, Object service) {
        List<String> before = engine.refused();
        long bundleId = bundle.equals(BUNDLE) ? BUNDLE_ID : 2;
        List<Object> keys = engine.add(bundle, bundleId, service);
        if (!jobs.add(bundle, bundleId, service) && keys.isEmpty()) {
            throw new IllegalArgumentException(
                    service.getClass().getName()
                            + " is nothing that makes a capability: it implements none of the interfaces of svc.api.jmap and svc.api.job.");
        }
        List<String> refused = new ArrayList<>(engine.refused());
        refused.removeAll(before);
        if (!refused.isEmpty()) {
            keys.forEach(engine::remove);
            throw new AssertionError(String.join(" ", refused));
        }
        return () -> {
            keys.forEach(engine::remove);
            jobs.remove(service);
        };
    }

    /**
     * Creates an account and returns a client of it. Accounts of one organization can share data; accounts of different
     * organizations cannot.
     */
    public Client account(String organization, String name) {
        long n = store.write(Scope.system(), tx -> tx.createAccount(organization, name));
        Account account = new Account(n, organization, name + "@" + organization + ".example", name);
        directory.add(account);
        return new Client(new LocalConnection(this, account), account, Set.of());
    }

    /** Shares an account's data with another account, which addresses it by {@link Client#sharedBy}. */
    public void share(Client owner, Client grantee, String capability, Access access) {
        directory.share(owner.account(), grantee.account(), capability, access);
    }

    /** Revokes all shares of one account with another. */
    public void unshare(Client owner, Client grantee) {
        directory.unshare(owner.account(), grantee.account());
    }

    /** Disables a capability for an organization. */
    public void switchOff(String organization, String capability) {
        directory.switchOff(organization, capability);
    }

    /** Enables a capability for an organization. */
    public void switchOn(String organization, String capability) {
        directory.switchOn(organization, capability);
    }

    /** Returns the directory of accounts. */
    public InMemoryDirectory directory() {
        return directory;
    }

    /** Returns the clock, which tests can move. */
    public SettableWallClock clock() {
        return clock;
    }

    /** Returns the store, for services that require one. */
    public Store store() {
        return store;
    }

    /**
     * Returns the blobs of the accounts, for services that require them. The bytes are files in the temporary folder.
     *
     * @throws IllegalStateException the store is not in a temporary folder
     */
    public AccountBlobs blobs() {
        if (blobs == null) {
            throw new IllegalStateException("The caller passed the store and creates the blobs, too.");
        }
        return blobs;
    }

    /**
     * Returns an authenticator, for services that require one. It accepts {@code Bearer} and the address of an account.
     */
    public Authenticator authenticator() {
        return new AddressAuthenticator(directory);
    }

    /** Returns the limits in effect. */
    public JmapLimits limits() {
        return limits;
    }

    /** Returns the JSON service, for services that require it. */
    public Json json() {
        return json;
    }

    /** Returns the URNs of the offered capabilities. */
    public Set<String> capabilities() {
        return engine.capabilities();
    }

    /** Returns the registered methods by name, each with the URN of its capability. */
    public Map<String, String> methods() {
        return engine.methods();
    }

    /** Returns the service that determines which types a caller can read. */
    public ReadableTypes readableTypes() {
        return engine.readableTypes();
    }

    /** Returns the service that gives access to objects outside a method call. */
    public RecordRepositories repositories() {
        return engine.repositories();
    }

    /** Returns the service that reads objects as callers see them. */
    public ObjectReader objectReader() {
        return engine.views();
    }

    /** Returns the service that determines which objects a caller can see. */
    public ObjectVisibility objectVisibility() {
        return engine.objectVisibility();
    }

    /** Returns the service that runs queries for callers. */
    public QueryRunner queries() {
        return engine.queries();
    }

    /** Returns the service with which the bundle under test works in accounts. */
    public AccountWork accountWork() {
        return jobs.workOf(BUNDLE, BUNDLE_ID);
    }

    /** Returns the queue of jobs. */
    public JobQueue jobs() {
        return jobs.queue();
    }

    /** Returns the service with which accounts leave tasks for others. */
    public CrossAccountTasks crossAccountTasks() {
        return jobs.queue();
    }

    /** Runs the jobs and tasks that are due, on the calling thread. */
    public void runJobs() {
        jobs.run();
    }

    /** Returns the service that writes Account objects as they are in sessions. */
    public SessionAccounts sessionAccounts() {
        return engine.sessionAccounts();
    }

    FaultInjectingStore faultInjectingStore() {
        return store;
    }

    LocalEngine engine() {
        return engine;
    }
}
