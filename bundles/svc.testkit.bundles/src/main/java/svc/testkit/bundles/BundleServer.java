package svc.testkit.bundles;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.observe.ReadableData;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.json.Json;
import svc.api.net.connection.OpenListeners;
import svc.api.store.Scope;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.core.engine.LocalEngine;
import svc.core.registry.ContributionReader;
import svc.json.JacksonJson;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MemoryBlobs;
import svc.testkit.SettableMaintenance;
import svc.testkit.bundles.RunningBundles.ProvidedService;
import svc.testkit.engine.JmapTestServer;
import svc.testkit.engine.server.FaultInjectingStore;

/**
 * A server for all tests of a class: the engine with the components of whole bundles, the server's own store in a
 * temporary folder, blobs and accounts in memory, and a clock that tests advance. It has no ports except those of
 * listeners that a test configures.
 */
public final class BundleServer implements BeforeAllCallback, AfterAllCallback {

    private static final List<String> STORAGE = List.of("svc.blobs", "svc.jobs", "svc.search.lucene", "svc.cap.mail");
    private static final List<String> MAIL = Stream.concat(
                    STORAGE.stream(), Stream.of("svc.cap.submission", "svc.delivery"))
            .toList();

    private final JmapLimits limits;
    private final Map<String, Map<String, Object>> configuration;
    private final List<String> names;
    private final List<ProvidedService<?>> provided;
    private final AtomicInteger users = new AtomicInteger();
    private @Nullable RunningBundles running;

    /**
     * Creates the extension.
     *
     * @param bundles the symbolic names of bundles on the class path, in the order of their migrations
     */
    public BundleServer(String... bundles) {
        this(JmapTestServer.LIMITS, Map.of(), List.of(bundles), List.of());
    }

    private BundleServer(
            JmapLimits limits,
            Map<String, Map<String, Object>> configuration,
            List<String> names,
            List<ProvidedService<?>> provided) {
        this.limits = limits;
        this.configuration = configuration;
        this.names = names;
        this.provided = new ArrayList<>(provided);
    }

    /** Returns an extension with the same bundles and other limits. */
    public BundleServer limitedTo(JmapLimits other) {
        return new BundleServer(other, configuration, names, provided);
    }

    /** Returns an extension with the same bundles and the values of one configuration table. */
    public BundleServer configured(String pid, Map<String, Object> values) {
        Map<String, Map<String, Object>> tables = new HashMap<>(configuration);
        tables.put(pid, values);
        return new BundleServer(limits, tables, names, provided);
    }

    /** Registers a service of the test before the bundles start. */
    public <S> BundleServer providing(Class<S> type, Function<Directory, S> creation) {
        provided.add(new ProvidedService<>(type, creation));
        return this;
    }

    /** Creates an extension with mail that can be searched, and other bundles. */
    public static BundleServer withMailStorage(String... more) {
        return with(STORAGE, List.of(more));
    }

    /** Creates an extension with mail that can be searched, sent and delivered, and other bundles. */
    public static BundleServer withMail(String... more) {
        return with(MAIL, List.of(more));
    }

    private static BundleServer with(List<String> bundles, List<String> more) {
        return new BundleServer(Stream.concat(bundles.stream(), more.stream()).toArray(String[]::new));
    }

    /** Creates an extension with mail and all bundles of the class path that register a part of a capability. */
    public static BundleServer withAllCapabilities() {
        List<String> names = ClassPathBundle.providing(ContributionReader.ROLES);
        return withMail(
                names.stream().filter(name -> !MAIL.contains(name)).sorted().toArray(String[]::new));
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        running = RunningBundles.start(names, limits, configuration, provided);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (running != null) {
            running.close();
        }
    }

    private RunningBundles running() {
        return Objects.requireNonNull(running, "tests have begun");
    }

    /** Returns the maintenance mode of the server. */
    public SettableMaintenance maintenance() {
        return running().maintenance();
    }

    /** Returns the user with an address; creates the account if it is missing. Its organization is the domain. */
    public LocalUser user(String email) {
        if (directory().resolve(email) instanceof LocalAccount local) {
            return new LocalUser(this, local.account());
        }
        String domain = email.substring(email.lastIndexOf('@') + 1);
        String organization = domain.replaceAll("[^a-z0-9]", "");
        long n = store().write(Scope.system(), tx -> tx.createAccount(organization, email));
        Account account = new Account(n, organization, email, "");
        directory().add(account);
        return new LocalUser(this, account);
    }

    /** Creates a user with a new address of the domain one.test. */
    public LocalUser newUser() {
        return user("user" + users.incrementAndGet() + "@one.test");
    }

    /** Returns the port of an open listener. */
    public int port(String listener) {
        return services(OpenListeners.class).stream()
                .flatMap(open -> open.listeners().stream())
                .filter(open -> open.name().equals(listener))
                .findFirst()
                .orElseThrow()
                .address()
                .port();
    }

    /** Shares an account's data of a capability with another account. */
    public void share(LocalUser owner, LocalUser grantee, String capability, Access access) {
        running().directory().share(owner.account(), grantee.account(), capability, access);
    }

    /** Suspends the organization of an account: mail to it waits in the queue. */
    public void suspend(LocalUser user) {
        running().directory().suspend(user.account().organization());
    }

    /** Returns the time of the clock. */
    public Instant now() {
        return running().clock().now();
    }

    /** Advances the clock, and waits for the tasks that become due. */
    public void advance(Duration by) {
        running().clock().advance(by);
    }

    /** Returns the directory of accounts. */
    public InMemoryDirectory directory() {
        return running().directory();
    }

    /** Returns the bytes of blobs. */
    public MemoryBlobs blobs() {
        return running().blobs();
    }

    /** Returns the store. */
    public Store store() {
        return running().store();
    }

    /** Returns the store of the bundles, which fails on request. */
    public FaultInjectingStore faults() {
        return running().faults();
    }

    /** Registers a service of a test. Close the result to unregister it. */
    public <S> AutoCloseable register(Class<S> type, S service) {
        return running().bundles().provide(type, service)::unregister;
    }

    /** Returns a service by its type and its class. */
    public <S, C extends S> C service(Class<S> type, Class<C> implementation) {
        return running().bundles().services(type).stream()
                .filter(implementation::isInstance)
                .map(implementation::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the URNs of the capabilities. */
    public Set<String> capabilities() {
        return engine().capabilities();
    }

    /** Returns the methods by name, each with a URN that a request can use to call it. */
    public Map<String, String> methods() {
        return engine().methods();
    }

    /** Returns all services of a type. */
    public <S> List<S> services(Class<S> type) {
        return running().bundles().services(type);
    }

    /** Returns the only service of a type that a bundle registers. */
    public <S> S service(Class<S> type) {
        List<S> found = running().bundles().services(type);
        if (found.size() != 1) {
            throw new AssertionError("There are " + found.size() + " services " + type.getName());
        }
        return found.get(0);
    }

    /** Returns the result of an operation as JSON, as operators see it. */
    public JsonNode json(Object result) {
        return MailCalls.json(new JacksonJson().binding(Json.Names.SNAKE_CASE).text(result));
    }

    /** Adds a listener for committed changes. */
    public void listen(StateListener listener) {
        running().store().listen(listener);
    }

    /** Returns the service that determines which types a caller can read. */
    public ReadableTypes readableTypes() {
        return engine().readableTypes();
    }

    /** Returns the service that reads the states of shared accounts and tenants. */
    public ReadableData readableData() {
        return engine().readableData();
    }

    LocalEngine engine() {
        return running().engine();
    }
}
