package svc.store.sqlite;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/** {@code svc schema list}: the namespaces of the database. */
@Component(service = AdminOperation.class)
public final class SchemaListOperation implements AdminOperation<NoArguments, List<SchemaListOperation.Row>> {

    private final SchemaHome home;

    /** Looks when asked. */
    @Activate
    public SchemaListOperation(@Reference SchemaHome home) {
        this.home = home;
    }

    @Override
    public String noun() {
        return "schema";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "list the namespaces of the database and the bundles they belong to";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<Row> run(NoArguments arguments) {
        try {
            SchemaState state = home.database().read();
            Map<String, Integer> versions = state.versions();
            TreeSet<String> names = new TreeSet<>(state.namespaces().keySet());
            names.addAll(versions.keySet());
            return names.stream()
                    .map(name -> {
                        Namespace row = NamespaceChange.known(state, name);
                        return new Row(
                                name,
                                state.namespaces().containsKey(name)
                                        ? row.state().word()
                                        : "unknown",
                                versions.getOrDefault(name, 0),
                                row.bundle());
                    })
                    .toList();
        } catch (SchemaRefusal e) {
            throw new OperationProblem(Reason.CONFLICT, e.what() + " " + e.remedy());
        }
    }

    @Override
    public boolean offline() {
        return true;
    }

    /**
     * A namespace.
     *
     * @param namespace its name
     * @param state {@code active}, {@code parked}, {@code retired}, or {@code unknown} when only the history names it
     * @param version the highest migration applied
     * @param bundle the symbolic name of its bundle
     */
    public record Row(String namespace, String state, int version, String bundle) {}
}
