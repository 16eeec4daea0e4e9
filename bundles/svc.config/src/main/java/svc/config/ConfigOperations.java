package svc.config;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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

/**
 * The operations of {@code svc config} that change nothing. They use the configuration that the launcher of the same
 * process has read. Therefore they need neither a running server nor the lock of the home.
 */
@Component
public final class ConfigOperations implements OperationGroup {

    private static final Hint HINT = new Hint(
            "PUT {\"overrides\": {KEY: VALUE}} sets keys that may be set at run time; null removes an override."
                    + " The configuration is svc.toml in the server's home, read at its start."
                    + " On that machine, svc config describe lists every key, svc config explain KEY shows its value"
                    + " and the source of the value, and svc config check lists every error.",
            "docs/config.md");

    private final Keys keys;
    private final Supplier<List<String>> check;

    @Activate
    public ConfigOperations(
            @Reference Keys keys,
            @Reference(target = "(svc.launcher=configuration-check)") Supplier<List<String>> check) {
        this.keys = keys;
        this.check = check;
    }

    /** A short text and a reference to the documentation. */
    public record Hint(String hint, String documentation) {}

    /**
     * Returns instructions for the use of the configuration. The configuration itself is not returned, because it
     * contains secrets (ADM-35).
     */
    @Operation(
            command = "config",
            help = "Show how the configuration is used",
            routes = "GET /config",
            needs = Needs.FILES)
    public Hint hint() {
        return HINT;
    }

    /** Returns the problems that the next start would find in {@code svc.toml} (CFG-01). */
    @Operation(
            command = "config check",
            help = "List every error of svc.toml, without starting the server",
            needs = Needs.FILES,
            emptyMessage = "The configuration has no errors; the next start accepts it.")
    public OperationResult<List<ProblemLine>> check() {
        List<ProblemLine> problems = ProblemLine.parse(check.get());
        return new OperationResult<>(problems, problems.stream().anyMatch(ProblemLine::refuses) ? 1 : 0, "");
    }

    @Operation(
            command = "config describe",
            help = "List every configuration key with its type, default, bundle and meaning",
            needs = Needs.FILES)
    public List<KeyRow> describe() {
        return keys.all().stream().map(KeyRow::described).toList();
    }

    /** Returns the value of a key, its source and its meaning. Never returns the value of a secret. */
    @Operation(
            command = "config explain",
            help = "Show the value of a configuration key, its source and its meaning",
            needs = Needs.FILES)
    public KeyRow explain(@Positional @Help("The table and the key: server.listen") String key) {
        String name = key.strip().replaceFirst("^\\[(.*)]\\s*", "$1.");
        List<Key> found = keys.named(name);
        if (found.size() != 1) {
            throw found.isEmpty() ? unknown(key, name) : ambiguous(name, found);
        }
        return KeyRow.explained(found.get(0));
    }

    private OperationException unknown(String asked, String name) {
        List<String> near = keys.near(name);
        String nearest = near.isEmpty() ? "" : " The nearest are " + String.join(", ", near) + ".";
        return new OperationException(
                Reason.UNKNOWN_KEY,
                "There is no configuration key " + asked + "." + nearest + " svc config describe lists every key.");
    }

    private static OperationException ambiguous(String name, List<Key> found) {
        return new OperationException(
                Reason.UNKNOWN_KEY,
                "Several tables have a key " + name + ". Name one of "
                        + found.stream().map(Key::address).collect(Collectors.joining(", ")) + ".");
    }
}
