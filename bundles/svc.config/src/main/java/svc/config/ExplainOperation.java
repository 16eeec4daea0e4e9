package svc.config;

import java.util.List;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.Positional;

/** One key: its value, where that comes from, and what it means. The value of a secret is never shown. */
@Component(service = AdminOperation.class)
public final class ExplainOperation extends ConfigOperation<ExplainOperation.Which, KeyRow> {

    private final Keys keys;

    /** Takes the keys. */
    @Activate
    public ExplainOperation(@Reference Keys keys) {
        this.keys = keys;
    }

    /** The key that is asked about. */
    public record Which(
            @Positional @Help("The table and the key: server.listen")
            String key) {}

    @Override
    public String verb() {
        return "explain";
    }

    @Override
    public String help() {
        return "The value of a configuration key, where it comes from and what it means";
    }

    @Override
    public Class<Which> arguments() {
        return Which.class;
    }

    @Override
    public KeyRow run(Which which) {
        String name = which.key().strip().replaceFirst("^\\[(.*)]\\s*", "$1.");
        List<Key> found = keys.named(name);
        if (found.size() != 1) {
            throw found.isEmpty() ? unknown(which.key(), name) : ambiguous(name, found);
        }
        return KeyRow.explained(found.get(0));
    }

    private OperationProblem unknown(String asked, String name) {
        List<String> near = keys.near(name);
        String nearest = near.isEmpty() ? "" : " The nearest are " + String.join(", ", near) + ".";
        return new OperationProblem(
                OperationProblem.Reason.UNKNOWN_KEY,
                "There is no configuration key " + asked + "." + nearest + " svc config describe lists every key.");
    }

    private static OperationProblem ambiguous(String name, List<Key> found) {
        return new OperationProblem(
                OperationProblem.Reason.UNKNOWN_KEY,
                "Several tables have a key " + name + ". Name one of "
                        + found.stream().map(Key::address).collect(Collectors.joining(", ")) + ".");
    }
}
