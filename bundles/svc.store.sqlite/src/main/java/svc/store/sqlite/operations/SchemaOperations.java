package svc.store.sqlite.operations;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Positional;
import svc.api.time.Clock;
import svc.store.sqlite.schema.MigrationSet;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.schema.SchemaReport;
import svc.store.sqlite.schema.SchemaState;
import svc.store.sqlite.schema.SchemaState.Namespace;

/** The operations {@code svc schema-check} and {@code svc schema}. */
@Component
public final class SchemaOperations implements OperationGroup {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final SchemaComponent home;
    private final Clock clock;

    @Activate
    public SchemaOperations(@Reference SchemaComponent home, @Reference Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    /**
     * One namespace.
     *
     * @param namespace its name
     * @param state {@code active}, {@code parked}, {@code retired}, or {@code unknown} for a namespace that is only in
     *     the history
     * @param version the highest applied migration
     * @param bundle the symbolic name of its bundle
     */
    public record Row(String namespace, String state, int version, String bundle) {}

    /**
     * The result of {@link #park}.
     *
     * @param namespace the namespace
     * @param state its new state
     */
    public record Parked(String namespace, String state) {}

    /**
     * The result of {@link #retire}.
     *
     * @param namespace the namespace
     * @param state its new state
     * @param exported the SQLite file with the exported tables
     */
    public record Retired(String namespace, String state, String exported) {}

    /** Reports whether this release can start on this database (SCH-01). */
    @Operation(
            command = "schema-check",
            help = "report whether this release accepts the database, without changing it",
            needs = Needs.FILES)
    public OperationResult<SchemaReport> check() {
        SchemaReport report = home.database().check(home::sets);
        return new OperationResult<>(report, report.accepted() ? 0 : 2, "");
    }

    @Operation(
            command = "schema list",
            help = "list the namespaces of the database and the bundles they belong to",
            needs = Needs.HOME)
    public List<Row> list() {
        SchemaState state = answer(home.database()::read);
        Map<String, Integer> versions = state.versions();
        TreeSet<String> names = new TreeSet<>(state.namespaces().keySet());
        names.addAll(versions.keySet());
        return names.stream()
                .map(name -> {
                    Namespace row = state.namespaces().get(name);
                    return new Row(
                            name,
                            row == null ? "unknown" : row.state().word(),
                            versions.getOrDefault(name, 0),
                            row == null ? "" : row.bundle());
                })
                .toList();
    }

    @Operation(
            command = "schema park",
            help = "keep the tables of a bundle that was removed, so that the server starts without it",
            needs = Needs.HOME)
    public Parked park(@Positional @Help("the namespace, as `svc schema list` names it") String namespace) {
        requireRemovedBundle(namespace);
        answer(() -> home.database().park(namespace));
        return new Parked(namespace, Namespace.State.PARKED.word());
    }

    @Operation(
            command = "schema retire",
            help = "export the tables of a bundle that was removed to a file in data/, then drop them",
            needs = Needs.HOME)
    public Retired retire(@Positional @Help("the namespace, as `svc schema list` names it") String namespace) {
        requireRemovedBundle(namespace);
        Path export = home.data().resolve("retired-" + namespace + "-" + TIME.format(clock.now()) + ".db");
        answer(() -> home.database().retire(namespace, export));
        return new Retired(namespace, Namespace.State.RETIRED.word(), export.toString());
    }

    private void requireRemovedBundle(String namespace) {
        Namespace row = answer(home.database()::read)
                .find(namespace)
                .orElseThrow(() -> new OperationException(
                        Reason.NOT_FOUND,
                        "The database has no namespace " + namespace + "; see `svc schema list` for those it has."));
        if (row.state() == Namespace.State.RETIRED) {
            throw new OperationException(
                    Reason.CONFLICT, "The namespace " + namespace + " is retired; it has no tables any more.");
        }
        for (MigrationSet set : answer(home::sets)) {
            if (set.namespace().equals(namespace)) {
                throw new OperationException(
                        Reason.CONFLICT,
                        "The namespace " + namespace + " belongs to bundle " + set.bundle() + ", which is installed. "
                                + (set.extension()
                                        ? "Remove the bundle first with `svc bundle remove " + set.bundle() + "`."
                                        : "It is a part of the server itself and cannot be removed."));
            }
        }
    }

    private static <R> R answer(Supplier<R> work) {
        try {
            return work.get();
        } catch (SchemaException e) {
            throw e.conflict();
        }
    }
}
