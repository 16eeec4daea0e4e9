package svc.config;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.Positional;

/** One key: its value, where that comes from, and what it means. The value of a secret is never shown. */
@Component(service = AdminOperation.class)
public final class ExplainOperation implements AdminOperation<ExplainOperation.Which, ExplainOperation.Explanation> {

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

    /** The key that was asked about. */
    public record Explanation(
            String key,
            Object value,
            String source,
            String type,
            @Nullable Object defaultValue,
            List<String> options,
            boolean runtime,
            String bundle,
            String meaning) {}

    @Override
    public String noun() {
        return "config";
    }

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
    public Explanation run(Which which) {
        String name = which.key().strip().replaceFirst("^\\[(.*)]\\s*", "$1.");
        List<Key> found = keys.named(name);
        if (found.size() != 1) {
            throw found.isEmpty() ? unknown(which.key(), name) : ambiguous(name, found);
        }
        Key key = found.get(0);
        return new Explanation(
                key.address(),
                key.shown(),
                key.source(),
                key.type(),
                key.standard().orElse(null),
                key.options(),
                key.runtime(),
                key.bundle(),
                key.description());
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

    @Override
    public boolean offline() {
        return true;
    }

    @Override
    public boolean lockFree() {
        return true;
    }
}
