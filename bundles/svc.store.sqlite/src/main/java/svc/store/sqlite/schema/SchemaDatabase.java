package svc.store.sqlite.schema;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.store.sqlite.schema.SchemaChange.Step;
import svc.store.sqlite.schema.SchemaComparison.Outlook;
import svc.store.sqlite.schema.SchemaReport.Verdict;
import svc.store.sqlite.schema.SchemaState.Namespace;
import svc.store.sqlite.schema.SchemaState.Namespace.State;

/**
 * The schema of one database file. It serializes migrations and operations on the schema and caches the last known
 * state. Thread-safe.
 */
public final class SchemaDatabase {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaDatabase.class);

    private final DatabaseFile file;
    private final Supplier<SchemaState> reading;
    private volatile @Nullable SchemaState known;

    /**
     * Creates an instance without opening the file.
     *
     * @param file the database
     * @param reading reads the schema
     */
    public SchemaDatabase(DatabaseFile file, Supplier<SchemaState> reading) {
        this.file = file;
        this.reading = reading;
    }

    /**
     * Migrates the schema at a start. The distribution's migrations are one transaction, and a failure refuses the
     * start (UPG-01). Each extension follows in a transaction of its own. A failing extension is rolled back, and
     * {@link #admit} refuses its bundle with the same cause when the bundle is about to start. Without pending scripts
     * the schema is only read.
     *
     * @param present the sets of all installed bundles
     */
    public synchronized SchemaState migrate(List<MigrationSet> present) {
        List<MigrationSet> own =
                present.stream().filter(set -> !set.extension()).toList();
        known = migrated(
                new SchemaReader(file).read(), own, state -> new SchemaComparison(state, present).pending(own));
        for (MigrationSet extension :
                present.stream().filter(MigrationSet::extension).toList()) {
            try {
                admit(extension, present);
            } catch (SchemaException e) {
                LOG.debug("The migrations of the extension {} were rolled back", extension.bundle(), e);
            }
        }
        return state();
    }

    /** Applies the migrations of an extension in a separate transaction, which a failure rolls back. */
    public synchronized void admit(MigrationSet set, List<MigrationSet> present) {
        known = migrated(state(), List.of(set), state -> new SchemaComparison(state, present).pending(set));
    }

    /** Changes the database when scripts are pending or a bundle does not own its namespace yet. */
    private SchemaState migrated(
            SchemaState state, List<MigrationSet> sets, Function<SchemaState, List<MigrationSet>> pending) {
        boolean settled = pending.apply(state).isEmpty()
                && sets.stream().allMatch(set -> {
                    Namespace row = state.namespaces().get(set.namespace());
                    return row != null
                            && row.state() == State.ACTIVE
                            && row.bundle().equals(set.bundle());
                });
        return settled ? state : SchemaChange.of(file, change -> change.migrate(sets, pending));
    }

    /** Parks the active namespaces of a removed bundle, so that the next start does not require the bundle. */
    public synchronized void setAside(String bundle) {
        state().namespaces().values().stream()
                .filter(row -> row.state() == State.ACTIVE && row.bundle().equals(bundle))
                .forEach(row -> park(row.name()));
    }

    /** Parks a namespace: its tables are kept, and the server starts without its bundle. */
    public synchronized SchemaState park(String namespace) {
        return changed(change -> change.park(namespace));
    }

    /** Exports the tables of a removed bundle to a new file and drops them. */
    public synchronized SchemaState retire(String namespace, Path export) {
        NamespaceExport.create(export);
        try {
            return changed(change -> change.retire(namespace, export));
        } catch (RuntimeException e) {
            NamespaceExport.delete(export);
            throw e;
        }
    }

    private SchemaState changed(Step step) {
        SchemaState now = SchemaChange.of(file, step);
        known = now;
        return now;
    }

    /** Reads the schema again without writing. */
    public SchemaState read() {
        return reading.get();
    }

    /**
     * Returns the last known state. When no migration has run, as in a command without the server, the state is read
     * once.
     */
    public SchemaState state() {
        SchemaState now = known;
        if (now == null) {
            now = Files.exists(file.path()) ? read() : SchemaState.empty();
            known = now;
        }
        return Objects.requireNonNull(now);
    }

    /** Compares the database with the migrations of the bundles; never writes. */
    public SchemaReport check(Supplier<List<MigrationSet>> bundles) {
        try {
            if (file.isEmpty()) {
                return new SchemaReport(
                        Verdict.UNREADABLE,
                        null,
                        "The database " + file.path()
                                + " is empty (0 bytes). Restore it from a backup; if the server"
                                + " never had any data, delete the file.");
            }
            SchemaState state = read();
            return report(state, new SchemaComparison(state, bundles.get()).outlook());
        } catch (SchemaException e) {
            return e.report();
        }
    }

    private static SchemaReport report(SchemaState state, Outlook outlook) {
        String refused = outlook.refused().stream()
                .map(refusal -> " An extension will be refused: " + refusal.getMessage())
                .collect(Collectors.joining());
        List<MigrationSet> pending = outlook.pending();
        if (pending.isEmpty()) {
            return new SchemaReport(
                    Verdict.OK,
                    null,
                    "The database has all migrations of the "
                            + (refused.isEmpty() ? "installed bundles: " : "bundles that will start: ")
                            + state.applied().size() + "." + refused);
        }
        int scripts = pending.stream().mapToInt(set -> set.scripts().size()).sum();
        String namespaces = pending.stream().map(MigrationSet::namespace).collect(Collectors.joining(", "));
        return new SchemaReport(
                Verdict.PENDING,
                pending.size() == 1 ? namespaces : null,
                "The next start applies " + scripts + (scripts == 1 ? " migration" : " migrations") + " of "
                        + namespaces + "." + refused);
    }
}
