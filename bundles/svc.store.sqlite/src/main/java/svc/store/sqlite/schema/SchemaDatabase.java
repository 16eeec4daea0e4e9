package svc.store.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The schema of one database file: what a start, a bundle that arrives and the operator do to it, one after another, and
 * what was last known of it.
 */
final class SchemaDatabase {

    private final SchemaFile file;
    private final Path work;
    private volatile @Nullable SchemaState known;

    /**
     * Opens nothing yet.
     *
     * @param file the database
     * @param work a folder for private copies
     */
    SchemaDatabase(Path file, Path work) {
        this.file = new SchemaFile(file);
        this.work = work;
    }

    Path path() {
        return file.path();
    }

    /** What a start does: refuses, or brings the database up to what the bundles want. Nothing to do costs one look. */
    synchronized SchemaState migrate(List<MigrationSet> sets) {
        SchemaState state = file.look();
        boolean pending = !new SchemaComparison(state).pending(sets).isEmpty();
        boolean settled = sets.stream().allMatch(set -> settled(state, set));
        SchemaState now = pending || !settled ? new MigrationRun(file).all(sets) : state;
        known = now;
        return now;
    }

    /** What the arrival of a bundle does in the running server. */
    synchronized void admit(MigrationSet set) {
        SchemaState state = state();
        MigrationSet pending = new SchemaComparison(state).pending(set);
        if (!pending.scripts().isEmpty() || !settled(state, set)) {
            known = new MigrationRun(file).one(set);
        }
    }

    /** Parks what a bundle brought that is no longer there. */
    synchronized void setAside(String bundle) {
        List<String> names = state().namespaces().values().stream()
                .filter(row ->
                        row.state() == Namespace.State.ACTIVE && row.bundle().equals(bundle))
                .map(Namespace::name)
                .toList();
        names.forEach(name -> known = new NamespaceChange(file).park(name));
    }

    synchronized SchemaState park(String namespace) {
        SchemaState now = new NamespaceChange(file).park(namespace);
        known = now;
        return now;
    }

    synchronized SchemaState retire(String namespace, Path export) {
        SchemaState now = new NamespaceChange(file).retire(namespace, export);
        known = now;
        return now;
    }

    /** Reads anew, without a lock and without a trace. */
    SchemaState read() {
        return new SchemaCopy(file.path(), work).read();
    }

    /** What was last known; read once where nothing was migrated, as in a command without the server. */
    SchemaState state() {
        SchemaState now = known;
        if (now == null) {
            now = Files.exists(file.path()) ? read() : SchemaState.empty();
            known = now;
        }
        return Objects.requireNonNull(now);
    }

    /** Compares with what the bundles bring; never writes. */
    SchemaReport check(MigrationSource source) {
        try {
            SchemaState state = read();
            List<MigrationSet> pending = new SchemaComparison(state).pending(source.sets());
            if (pending.isEmpty()) {
                return SchemaReport.of(
                        SchemaVerdict.OK,
                        "The database has all migrations of the installed bundles: "
                                + state.applied().size() + ".");
            }
            int scripts = pending.stream().mapToInt(set -> set.scripts().size()).sum();
            return new SchemaReport(
                    SchemaVerdict.PENDING.word(),
                    Optional.of(pending.get(0).namespace())
                            .filter(name -> pending.size() == 1)
                            .orElse(null),
                    "The next start applies " + scripts + (scripts == 1 ? " migration" : " migrations") + " of "
                            + String.join(
                                    ", ",
                                    pending.stream()
                                            .map(MigrationSet::namespace)
                                            .toList()) + ".");
        } catch (SchemaRefusal e) {
            return new SchemaReport(e.verdict().word(), e.namespace().orElse(null), e.what() + " " + e.remedy());
        }
    }

    private static boolean settled(SchemaState state, MigrationSet set) {
        Namespace row = state.namespaces().get(set.namespace());
        return row != null
                && row.state() == Namespace.State.ACTIVE
                && row.bundle().equals(set.bundle());
    }
}
