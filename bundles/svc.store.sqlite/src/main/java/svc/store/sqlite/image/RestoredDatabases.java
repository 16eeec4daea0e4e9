package svc.store.sqlite.image;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.RestoredStores;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.api.time.Clock;
import svc.store.sqlite.schema.BundleMigrations;
import svc.store.sqlite.schema.DatabaseFile;
import svc.store.sqlite.schema.MigrationSet;
import svc.store.sqlite.schema.SchemaDatabase;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.schema.SchemaReader;
import svc.store.sqlite.schema.SchemaState.Namespace;

/** Opens databases beside that of the server. A restored one is migrated like the database of a home at a start. */
@Component
public final class RestoredDatabases implements RestoredStores {

    private final Supplier<List<MigrationSet>> sets;
    private final Clock clock;

    @Activate
    public RestoredDatabases(BundleContext context, @Reference Clock clock) {
        this(() -> BundleMigrations.installed(context), clock);
    }

    /**
     * Creates the service without the component runtime.
     *
     * @param sets returns the migrations of all installed bundles
     */
    public RestoredDatabases(Supplier<List<MigrationSet>> sets, Clock clock) {
        this.sets = sets;
        this.clock = clock;
    }

    @Override
    public RestoredStore open(Path file) {
        try {
            migrate(file, sets.get());
        } catch (SchemaException e) {
            throw new StoreException(Kind.REFUSED, "The database of the backup cannot be used: " + e.getMessage(), e);
        }
        return new RestoredDatabase(file, clock);
    }

    @Override
    public RestoredStore openUnchanged(Path file) {
        return new RestoredDatabase(file, clock);
    }

    @Override
    public Map<String, Integer> knownSchema() {
        return sets.get().stream()
                .filter(set -> !set.scripts().isEmpty())
                .collect(Collectors.toMap(
                        MigrationSet::namespace,
                        set -> set.scripts().get(set.scripts().size() - 1).version()));
    }

    /** Tables of extensions that were removed since the backup are ignored. */
    private static void migrate(Path file, List<MigrationSet> installed) {
        DatabaseFile database = new DatabaseFile(file);
        SchemaDatabase schema = new SchemaDatabase(database, new SchemaReader(database)::read);
        Set<String> known = installed.stream().map(MigrationSet::namespace).collect(Collectors.toSet());
        for (Namespace namespace : schema.read().namespaces().values()) {
            if (namespace.state() == Namespace.State.ACTIVE && !known.contains(namespace.name())) {
                schema.park(namespace.name());
            }
        }
        schema.migrate(installed);
    }
}
