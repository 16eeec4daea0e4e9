package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** The database of this home and the migrations of its bundles, for the components of the schema. */
@Component(service = SchemaHome.class, immediate = true)
public final class SchemaHome {

    private final BundleContext context;
    private final Path home;
    private final SchemaDatabase database;
    private final boolean console;
    private @Nullable ServiceRegistration<MigratedDatabase> announced;

    /** Opens nothing yet. */
    @Activate
    public SchemaHome(BundleContext context) {
        this.context = context;
        this.console = property("svc.mode").equals("console");
        this.home = Path.of(property("svc.home"));
        // The driver's native library goes where programs may be run; /tmp is often mounted without that right.
        writable(home.resolve("cache/native")).ifPresent(folder -> {
            System.setProperty("org.sqlite.tmpdir", folder.toString());
            if (DriverLibrary.written(folder)) {
                System.setProperty("org.sqlite.lib.path", folder.toString());
            }
        });
        Path work = writable(home.resolve("run")).orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
        this.database = new SchemaDatabase(data().resolve("svc.db"), work);
        if (console) {
            context.registerService(ClosedDatabase.class, new ClosedDatabase(), null);
        }
    }

    /** Whoever waits for the database goes first. */
    @Deactivate
    synchronized void close() {
        ServiceRegistration<MigratedDatabase> registration = announced;
        announced = null;
        if (registration != null) {
            registration.unregister();
        }
    }

    SchemaDatabase database() {
        return database;
    }

    Path data() {
        return home.resolve("data");
    }

    /**
     * The framework's bundles in a server. A command without one has the extensions installed, as far as a start would, but
     * of the distribution only what commands need: there the jars on disk say what a start would find.
     */
    MigrationSource source() {
        return console ? new MigrationJars(Path.of(property("svc.dist")), bundles()) : bundles();
    }

    MigrationBundles bundles() {
        return new MigrationBundles(context);
    }

    /** The schema is as the bundles want it: the store may open the database. */
    synchronized void announce() {
        if (announced == null) {
            announced = context.registerService(MigratedDatabase.class, new MigratedDatabase(database.path()), null);
        }
    }

    private String property(String name) {
        return Objects.requireNonNull(context.getProperty(name), name);
    }

    private Optional<Path> writable(Path folder) {
        if (!Files.isDirectory(home)) {
            return Optional.empty(); // to look at a home that is not there must not make one
        }
        try {
            Files.createDirectories(folder);
            return Optional.of(folder).filter(Files::isWritable);
        } catch (IOException e) {
            // A home that may only be read, or none at all: a command that only looks must work without.
            return Optional.empty();
        }
    }
}
