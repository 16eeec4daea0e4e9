package svc.store.sqlite.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import svc.store.sqlite.schema.MigrationSet.Script;
import svc.store.sqlite.schema.SchemaReport.Verdict;
import svc.store.sqlite.schema.SchemaState.Applied;
import svc.store.sqlite.schema.SchemaState.Namespace;

/**
 * Compares the migrations in the database with those of the bundles. Flyway's own validation is disabled, because it
 * cannot tell a removed bundle from a newer release. The rules of this class replace it (UPG-02, SCH-02).
 */
public final class SchemaComparison {

    private final SchemaState state;
    private final List<MigrationSet> present;

    /** Creates a comparison with the sets of all installed bundles. */
    public SchemaComparison(SchemaState state, List<MigrationSet> present) {
        this.state = state;
        this.present = present;
    }

    /**
     * The changes that the next start would make to the schema.
     *
     * @param pending the sets that the start would apply, with their pending scripts only
     * @param refused the extensions that the start would refuse, with the cause; the server starts without them
     */
    public record Outlook(List<MigrationSet> pending, List<SchemaException> refused) {}

    /**
     * Returns the changes that the next start would make. Throws a {@link SchemaException} if the next start would
     * fail.
     */
    public Outlook outlook() {
        List<MigrationSet> pending = new ArrayList<>(
                pending(present.stream().filter(set -> !set.extension()).toList()));
        List<SchemaException> refused = new ArrayList<>();
        for (MigrationSet extension :
                present.stream().filter(MigrationSet::extension).toList()) {
            try {
                pending.addAll(pending(extension));
            } catch (SchemaException e) {
                refused.add(e);
            }
        }
        return new Outlook(pending, refused);
    }

    /**
     * Compares the sets of the distribution, as at a start.
     *
     * @return the sets with their pending scripts only; sets without pending scripts are omitted
     */
    List<MigrationSet> pending(List<MigrationSet> sets) {
        Map<String, MigrationSet> seen = new HashMap<>();
        for (MigrationSet set : sets) {
            MigrationSet other = seen.putIfAbsent(set.namespace(), set);
            if (other != null) {
                throw duplicate(other.bundle(), set);
            }
        }
        refuseUnknown();
        return sets.stream()
                .flatMap(set -> compared(set).stream())
                .sorted(MigrationSet.ORDER)
                .toList();
    }

    /**
     * Compares the set of one extension. Throws a {@link SchemaException} when the set has a fault, or when its
     * namespace belongs to another bundle.
     *
     * @return the set with its pending scripts only; empty without pending scripts
     */
    List<MigrationSet> pending(MigrationSet set) {
        set.fault().ifPresent(fault -> {
            throw fault;
        });
        for (MigrationSet other : present) {
            if (other.namespace().equals(set.namespace())
                    && !other.bundle().equals(set.bundle())
                    && other.fault().isEmpty()
                    && precedes(other, set)) {
                throw duplicate(other.bundle(), set);
            }
        }
        return compared(set);
    }

    /**
     * Returns whether a bundle has precedence for a namespace. The order is: a bundle of the distribution, the bundle
     * that owns the tables, the bundle that was installed first.
     */
    private boolean precedes(MigrationSet other, MigrationSet set) {
        Namespace row = state.namespaces().get(set.namespace());
        String owner = row == null ? "" : row.bundle();
        if (!other.extension() || owner.equals(other.bundle())) {
            return true;
        }
        return !owner.equals(set.bundle()) && present.indexOf(other) < present.indexOf(set);
    }

    /** Returns the set with its pending scripts; empty when it has none. */
    private List<MigrationSet> compared(MigrationSet set) {
        List<Script> pending = new ArrayList<>(set.scripts());
        for (Applied row : state.appliedOf(set.namespace())) {
            if (!row.success()) {
                throw new SchemaException(
                        "The history of migrations says that " + row.script() + " of the namespace " + row.namespace()
                                + " was applied only in part, which this server itself never causes.",
                        "Restore a backup of the database.");
            }
            if (row.version() < 1 || row.version() > set.scripts().size()) {
                throw newer(row, set);
            }
            Script script = set.scripts().get(row.version() - 1);
            if (script.checksum() != row.checksum()) {
                throw changed(script, set);
            }
            pending.remove(script);
        }
        return pending.isEmpty()
                ? List.of()
                : List.of(new MigrationSet(set.namespace(), set.bundle(), set.extension(), pending));
    }

    private void refuseUnknown() {
        Set<String> faulty = present.stream()
                .filter(set -> set.fault().isPresent())
                .map(MigrationSet::bundle)
                .collect(Collectors.toSet());
        TreeSet<String> unknown = new TreeSet<>(state.versions().keySet());
        state.namespaces().values().forEach(row -> {
            if (row.state() == Namespace.State.ACTIVE && !faulty.contains(row.bundle())) {
                unknown.add(row.name());
            } else {
                unknown.remove(row.name());
            }
        });
        present.forEach(set -> unknown.remove(set.namespace()));
        if (!unknown.isEmpty()) {
            String namespace = unknown.first();
            throw new SchemaException(
                    Verdict.UNKNOWN_NAMESPACE,
                    namespace,
                    "The database has migrations of the namespace " + namespace
                            + ", and no installed bundle declares that namespace.",
                    "Install its bundle again, keep its tables aside with `svc schema park " + namespace
                            + "`, or export and drop them with `svc schema retire " + namespace + "`.");
        }
    }

    /** Returns the exception for two bundles with the same namespace. Its remedy is to remove the second bundle. */
    private static SchemaException duplicate(String first, MigrationSet second) {
        return new SchemaException(
                Verdict.UNREADABLE,
                second.namespace(),
                "Bundles " + first + " and " + second.bundle() + " both declare the migration namespace "
                        + second.namespace() + ", which belongs to one bundle only.",
                second.extension()
                        ? "Remove one of them, for example with `svc bundle remove " + second.bundle() + "`."
                        : "Install the distribution again; two of its own bundles must never have the same namespace.");
    }

    private static SchemaException newer(Applied row, MigrationSet set) {
        return new SchemaException(
                Verdict.NEWER,
                row.namespace(),
                "The database has the migration " + row.script() + " of the namespace " + row.namespace()
                        + ", which the installed bundle " + set.bundle()
                        + " does not know: a newer version wrote it.",
                set.extension()
                        ? "Install the newer version of bundle " + set.bundle() + " again."
                        : "Install the release that wrote it, or restore a backup made by this release.");
    }

    private static SchemaException changed(Script script, MigrationSet set) {
        return new SchemaException(
                Verdict.UNREADABLE,
                set.namespace(),
                "The migration script " + script.file() + " of bundle " + set.bundle()
                        + " was changed after it had been applied to this database.",
                "Install a bundle that contains the unchanged script and makes its change in a further script"
                        + MigrationSet.orRemove(set.extension(), set.bundle()));
    }
}
