package svc.store.sqlite.operations;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.schema.SchemaInfo;
import svc.api.schema.SchemaMigrator;
import svc.api.time.Clock;
import svc.store.sqlite.DeferredStore;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.home.HomeBinding;
import svc.store.sqlite.schema.BundleMigrations;
import svc.store.sqlite.schema.DatabaseFile;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.store.sqlite.schema.MigrationSet;
import svc.store.sqlite.schema.SchemaDatabase;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.schema.SchemaReader;
import svc.store.sqlite.schema.SchemaState;
import svc.store.sqlite.sql.DriverLibrary;

/**
 * The database of this home and the migrations of its bundles. This component is also the start step that migrates the
 * schema after all jars are installed and before the store opens (UPG-01, UPG-02). It also runs the migrations of
 * bundles that are installed at run time.
 */
@Component(
        service = {SchemaComponent.class, SchemaMigrator.class, SchemaInfo.class, Callable.class},
        immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.MIGRATE)
public final class SchemaComponent implements Callable<String>, SchemaMigrator, SchemaInfo {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaComponent.class);

    private final BundleContext context;
    private final Path home;
    private final Path work;
    private final DatabaseFile file;
    private final SchemaDatabase database;
    private final HomeBinding binding;
    private final boolean console;
    private @Nullable ServiceRegistration<MigratedDatabase> announced;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable SqliteStore opened;

    @Activate
    public SchemaComponent(BundleContext context, @Reference Clock clock) {
        this.context = context;
        this.console = property("svc.mode").equals("console");
        this.home = Path.of(property("svc.home"));
        // The native library of the driver needs a folder from which programs may run; /tmp often does not permit this.
        writable(home.resolve("cache/native")).ifPresent(folder -> {
            System.setProperty("org.sqlite.tmpdir", folder.toString());
            if (DriverLibrary.written(folder)) {
                System.setProperty("org.sqlite.lib.path", folder.toString());
            }
        });
        this.work = writable(home.resolve("run")).orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
        this.file = new DatabaseFile(data().resolve("svc.db"));
        this.database = new SchemaDatabase(file, this::schema);
        this.binding = new HomeBinding(home, file.path(), clock);
        if (console) {
            context.registerService(DeferredStore.Offline.class, new DeferredStore.Offline(), null);
        }
    }

    /** Unregisters the database, which stops the components that depend on it. */
    @Deactivate
    synchronized void close() {
        ServiceRegistration<MigratedDatabase> registration = announced;
        announced = null;
        if (registration != null) {
            registration.unregister();
        }
    }

    @Override
    public String call() {
        try {
            binding.refuseLostDatabase();
            SchemaState state = database.migrate(sets());
            binding.begin();
            announce();
            String versions = state.versions().entrySet().stream()
                    .map(version -> version.getKey() + " " + version.getValue())
                    .collect(Collectors.joining(", "));
            String summary = versions.isEmpty()
                    ? "The database is up to date; no bundle has tables in it"
                    : "The database is up to date, by schema versions: " + versions;
            LOG.info(summary);
            return summary;
        } catch (SchemaException e) {
            StartupException refusal = new StartupException(e.what(), e.remedy());
            refusal.initCause(e);
            throw refusal;
        }
    }

    /** Registers the database after the migrations, so that the store can open it. */
    private synchronized void announce() {
        if (announced == null) {
            announced = context.registerService(
                    MigratedDatabase.class,
                    new MigratedDatabase(file.path(), binding.twin().files()),
                    null);
        }
    }

    @Override
    public Optional<Refusal> migrate(long id) {
        Bundle bundle = context.getBundle(id);
        try {
            Optional.ofNullable(bundle)
                    .flatMap(BundleMigrations::of)
                    .ifPresent(set -> database.admit(set, BundleMigrations.installed(context)));
            return Optional.empty();
        } catch (SchemaException e) {
            Optional.ofNullable(bundle).map(BundleMigrations::name).ifPresent(this::park);
            return Optional.of(new Refusal(e.what(), e.remedy()));
        }
    }

    @Override
    public void park(String symbolicName) {
        try {
            database.setAside(symbolicName);
        } catch (SchemaException e) {
            LOG.warn("The namespace of bundle {} could not be parked: {}", symbolicName, e.getMessage());
        }
    }

    @Override
    public int migrationsApplied() {
        return state().applied().size();
    }

    @Override
    public Map<String, Integer> versions() {
        return state().versions();
    }

    @Override
    public Set<String> namespacesWithoutAccounts() {
        return BundleMigrations.withoutAccounts(context);
    }

    private SchemaState state() {
        try {
            return database.state();
        } catch (SchemaException e) {
            LOG.debug("The schema cannot be described: {}", e.getMessage());
            return SchemaState.empty();
        }
    }

    SchemaDatabase database() {
        return database;
    }

    DatabaseFile file() {
        return file;
    }

    Path data() {
        return home.resolve("data");
    }

    /** Returns whether this process runs a command without the server. */
    boolean isConsole() {
        return console;
    }

    /**
     * Returns the migrations of the bundles of the framework. A process without the server has installed the
     * extensions, but only some bundles of the distribution. It therefore reads the migrations of the distribution from
     * the jars on disk.
     */
    List<MigrationSet> sets() {
        List<MigrationSet> installed = BundleMigrations.installed(context);
        return console ? BundleMigrations.onDisk(Path.of(property("svc.dist")), installed) : installed;
    }

    /**
     * Reads the schema. Only a process without an open database may read a copy of the file, because closing any
     * descriptor of the file drops all locks of the process on the file, including those of SQLite.
     */
    private SchemaState schema() {
        SqliteStore store = opened;
        if (store != null) {
            return store.schema();
        }
        SchemaReader reader = new SchemaReader(file);
        return console ? reader.readShared(work) : reader.read();
    }

    private String property(String name) {
        return Objects.requireNonNull(context.getProperty(name), name);
    }

    private Optional<Path> writable(Path folder) {
        if (!Files.isDirectory(home)) {
            return Optional.empty(); // A read-only command must not create a missing home.
        }
        try {
            Files.createDirectories(folder);
            return Optional.of(folder).filter(Files::isWritable);
        } catch (IOException e) {
            // The home may be read-only; a command that only reads must still work.
            return Optional.empty();
        }
    }
}
