package svc.store.sqlite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The migrations of one bundle: its namespace and its scripts, numbered from 1 without a gap.
 *
 * @param namespace the namespace, as declared in the bundle's manifest
 * @param bundle the symbolic name of the bundle
 * @param extension whether the operator installed the bundle, so that it can be removed
 * @param scripts in the order of their numbers
 */
record MigrationSet(String namespace, String bundle, boolean extension, List<MigrationScript> scripts) {

    /** The namespace of the server's own tables, which the others may refer to: its scripts run first. */
    static final String CORE = "core";

    /** Core first, then by name, so that two starts give the same numbers. */
    static final Comparator<MigrationSet> ORDER = Comparator.comparing(
                    (MigrationSet set) -> !CORE.equals(set.namespace()))
            .thenComparing(MigrationSet::namespace);

    MigrationSet {
        scripts = List.copyOf(scripts);
    }

    /** Sorts the scripts and refuses a gap, two scripts of one number, and none at all. */
    static MigrationSet of(String namespace, String bundle, boolean extension, List<MigrationScript> scripts) {
        List<MigrationScript> sorted = new ArrayList<>(scripts);
        sorted.sort(Comparator.comparingInt(MigrationScript::version).thenComparing(MigrationScript::file));
        MigrationSet set = new MigrationSet(namespace, bundle, extension, sorted);
        set.checkNumbers();
        return set;
    }

    private void checkNumbers() {
        if (scripts.isEmpty()) {
            throw refusal("declares the migration namespace " + namespace + " but brings no script for it");
        }
        for (int i = 0; i < scripts.size(); i++) {
            MigrationScript script = scripts.get(i);
            if (i > 0 && scripts.get(i - 1).version() == script.version()) {
                throw refusal("brings two migration scripts with the number " + script.version() + ", "
                        + scripts.get(i - 1).file() + " and " + script.file());
            }
            if (script.version() != i + 1) {
                throw refusal("brings the migration script " + script.file() + " but none with the number " + (i + 1));
            }
        }
    }

    private SchemaRefusal refusal(String what) {
        return new SchemaRefusal(
                SchemaVerdict.UNREADABLE,
                Optional.of(namespace),
                "Bundle " + bundle + " " + what + ".",
                "Number the scripts from 1 without a gap and build the bundle again" + orRemove() + ".");
    }

    /** The half sentence for the operator who did not write the bundle. */
    String orRemove() {
        return extension ? ", or take it out with `svc bundle remove " + bundle + "`" : "";
    }

    /** The highest number. */
    int version() {
        return scripts.size();
    }

    /** The same set with fewer scripts. */
    MigrationSet only(Predicate<MigrationScript> wanted) {
        return new MigrationSet(
                namespace, bundle, extension, scripts.stream().filter(wanted).toList());
    }
}
