package svc.store.sqlite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what the database has with what the bundles bring. Flyway is told to ignore what it does not know, because it
 * cannot tell a removed bundle from a newer release; these rules take the place of its own (UPG-02, SCH-02).
 */
final class SchemaComparison {

    private final SchemaState state;

    SchemaComparison(SchemaState state) {
        this.state = state;
    }

    /**
     * All bundles at once, as at a start.
     *
     * @return the sets with what is pending of each; sets without anything pending are left out
     */
    List<MigrationSet> pending(List<MigrationSet> sets) {
        refuseDuplicates(sets);
        refuseUnknown(sets);
        List<MigrationSet> pending = new ArrayList<>();
        for (MigrationSet set : sets) {
            MigrationSet open = pending(set);
            if (!open.scripts().isEmpty()) {
                pending.add(open);
            }
        }
        pending.sort(MigrationSet.ORDER);
        return pending;
    }

    /** One bundle: what of it is pending. */
    MigrationSet pending(MigrationSet set) {
        Set<Integer> done = new HashSet<>();
        for (MigrationApplied row : state.appliedOf(set.namespace())) {
            refuseFailed(row);
            if (row.version() < 1 || row.version() > set.version()) {
                throw newer(row, set);
            }
            MigrationScript script = set.scripts().get(row.version() - 1);
            if (script.checksum() != row.checksum()) {
                throw changed(script, set);
            }
            done.add(row.version());
        }
        return set.only(script -> !done.contains(script.version()));
    }

    private static void refuseDuplicates(List<MigrationSet> sets) {
        Map<String, MigrationSet> seen = new HashMap<>();
        for (MigrationSet set : sets) {
            MigrationSet other = seen.putIfAbsent(set.namespace(), set);
            if (other != null) {
                throw duplicate(set.extension() ? other.bundle() : set.bundle(), set.extension() ? set : other);
            }
        }
    }

    /** Two bundles with one namespace; the second is the one that should go. */
    static SchemaRefusal duplicate(String first, MigrationSet second) {
        return new SchemaRefusal(
                SchemaVerdict.UNREADABLE,
                Optional.of(second.namespace()),
                "Bundles " + first + " and " + second.bundle() + " both bring the migration namespace "
                        + second.namespace() + ", which belongs to one bundle only.",
                second.extension()
                        ? "Take one of them out, for example with `svc bundle remove " + second.bundle() + "`."
                        : "Install the distribution again; two of its own bundles must never collide.");
    }

    private void refuseUnknown(List<MigrationSet> sets) {
        Set<String> brought = new HashSet<>();
        sets.forEach(set -> brought.add(set.namespace()));
        Set<String> expected = new HashSet<>();
        state.applied().forEach(row -> expected.add(row.namespace()));
        state.namespaces().values().forEach(namespace -> {
            if (namespace.state() == Namespace.State.ACTIVE) {
                expected.add(namespace.name());
            } else {
                expected.remove(namespace.name());
            }
        });
        expected.removeAll(brought);
        expected.stream().sorted().findFirst().ifPresent(name -> {
            throw unknown(name);
        });
    }

    private static SchemaRefusal unknown(String namespace) {
        return new SchemaRefusal(
                SchemaVerdict.UNKNOWN_NAMESPACE,
                Optional.of(namespace),
                "The database has migrations of the namespace " + namespace
                        + ", and no installed bundle brings that namespace.",
                "Install its bundle again, keep its tables aside with `svc schema park " + namespace
                        + "`, or export and drop them with `svc schema retire " + namespace + "`.");
    }

    private static SchemaRefusal newer(MigrationApplied row, MigrationSet set) {
        return new SchemaRefusal(
                SchemaVerdict.NEWER,
                Optional.of(row.namespace()),
                "The database has the migration " + row.script() + " of the namespace " + row.namespace()
                        + ", which the installed bundle " + set.bundle()
                        + " does not know: a newer version wrote it.",
                set.extension()
                        ? "Install the newer version of bundle " + set.bundle() + " again."
                        : "Install the release that wrote it, or restore a backup made by this release.");
    }

    private static SchemaRefusal changed(MigrationScript script, MigrationSet set) {
        return new SchemaRefusal(
                SchemaVerdict.UNREADABLE,
                Optional.of(set.namespace()),
                "The migration script " + script.file() + " of bundle " + set.bundle()
                        + " was changed after it had been applied to this database.",
                "Install a bundle that brings the script as it was and makes its change in a further script"
                        + set.orRemove() + ".");
    }

    private static void refuseFailed(MigrationApplied row) {
        if (!row.success()) {
            throw new SchemaRefusal(
                    "The history of migrations says that " + row.script() + " of the namespace " + row.namespace()
                            + " failed half-way, which this server never leaves behind.",
                    "Restore a backup of the database.");
        }
    }
}
