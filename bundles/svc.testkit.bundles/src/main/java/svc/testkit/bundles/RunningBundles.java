package svc.testkit.bundles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobReferrer;
import svc.api.blob.BlobStore;
import svc.api.identity.Directory;
import svc.api.identity.Groups;
import svc.api.identity.ShareNotifications;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.JmapProcessor;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.SessionAccounts;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.json.Json;
import svc.api.lifecycle.Maintenance;
import svc.api.lifecycle.MaintenanceWindow;
import svc.api.shared.EventCounters;
import svc.api.shared.Leases;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.core.engine.LocalEngine;
import svc.core.registry.ContributionReader;
import svc.json.JacksonJson;
import svc.runtime.LocalEventCounters;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MemoryBlobs;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;
import svc.testkit.engine.server.FaultInjectingStore;

/** The engine with the started components of bundles, a store in a temporary folder, and what they use. */
record RunningBundles(
        Path home,
        AdvanceableClock clock,
        SqliteStore store,
        FaultInjectingStore faults,
        InMemoryDirectory directory,
        MemoryBlobs blobs,
        SettableMaintenance maintenance,
        Bundles bundles,
        LocalEngine engine) {

    /** A service of the test that the bundles use. */
    record ProvidedService<S>(Class<S> type, Function<Directory, S> creation) {

        void register(Bundles bundles, Directory directory) {
            bundles.provide(type, creation.apply(directory));
        }
    }

    /**
     * Starts bundles.
     *
     * @param names the symbolic names of the bundles, in the order of their migrations
     * @param configuration the values of configuration tables
     * @param provided services of the test, which are registered before the bundles start
     */
    static RunningBundles start(
            List<String> names,
            JmapLimits limits,
            Map<String, Map<String, Object>> configuration,
            List<ProvidedService<?>> provided)
            throws IOException {
        Path home = Files.createTempDirectory("svc-bundles-");
        AdvanceableClock clock = new AdvanceableClock();
        SqliteStore store = new SqliteStore(new MigratedDatabase(migrated(home, names)), clock);
        FaultInjectingStore faults = new FaultInjectingStore(store);
        InMemoryDirectory directory = new InMemoryDirectory();
        MemoryBlobs blobs = new MemoryBlobs(clock);
        Json json = new JacksonJson();
        Bundles bundles = new Bundles(home);
        SettableMaintenance maintenance = new SettableMaintenance();
        bundles.provide(Maintenance.class, maintenance);
        bundles.provide(MaintenanceWindow.class, last -> true);
        bundles.provide(Clock.class, clock);
        bundles.provide(Leases.class, (name, time) -> Optional.of(() -> {}));
        bundles.provide(EventCounters.class, new LocalEventCounters(clock));
        bundles.provide(Store.class, faults);
        bundles.provide(BlobStore.class, blobs);
        bundles.provide(Directory.class, directory);
        bundles.provide(Groups.class, directory);
        directory.createTenantScopesBy(organization ->
                store.write(Scope.system(), tx -> tx.createAccount(organization, "the scope of " + organization)));
        bundles.provide(Json.class, json);
        bundles.provide(JmapLimits.class, limits);
        LocalEngine engine = new LocalEngine(store, json, clock, directory, limits);
        engine.maintenance(maintenance);
        bundles.provide(RecordRepositories.class, engine.repositories());
        bundles.provide(SessionAccounts.class, engine.sessionAccounts());
        bundles.provide(ObjectVisibility.class, engine.objectVisibility());
        bundles.provide(JmapProcessor.class, engine.processor());
        provided.forEach(service -> service.register(bundles, directory));
        bundles.configure(configuration);
        bundles.start(names);
        bundles.services(AccountBlobs.class).forEach(engine::blobs);
        bundles.services(ShareNotifications.class).forEach(engine::shareNotifications);
        Stream.concat(ContributionReader.ROLES.stream(), Stream.of(ObjectObserver.class))
                .flatMap(role -> bundles.services(role).stream())
                .distinct()
                .forEach(service -> engine.add(service.getClass().getPackageName(), 1, service));
        engine.blobReferrers().forEach(referrer -> bundles.provide(BlobReferrer.class, referrer));
        if (!engine.refused().isEmpty()) {
            throw new AssertionError(String.join(" ", engine.refused()));
        }
        return new RunningBundles(home, clock, store, faults, directory, blobs, maintenance, bundles, engine);
    }

    private static Path migrated(Path home, List<String> names) {
        Stream<Class<?>> owners = names.stream()
                .map(name -> ClassPathBundle.named(name).migrationOwner())
                .flatMap(Optional::stream);
        return MigratedDatabaseFixture.in(
                home, Stream.concat(Stream.of(SqliteStore.class), owners).toArray(Class<?>[]::new));
    }

    void close() throws IOException {
        bundles.close();
        store.close();
        clock.stop();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
