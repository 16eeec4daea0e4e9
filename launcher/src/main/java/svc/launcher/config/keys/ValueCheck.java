package svc.launcher.config.keys;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import svc.launcher.config.toml.ProblemList;
import svc.launcher.config.toml.TomlWriter;

/**
 * Checks a value against the declaration of its key.
 *
 * @param problems the list to which problems are added
 * @param home the base of relative file paths
 */
public record ValueCheck(ProblemList problems, Path home) {

    /** Returns the value for components; empty if it has a problem, which is added to the list. */
    public Optional<Object> check(KeyDefinition key, Object found, TomlPosition at) {
        if (!key.list()) {
            return single(key, found, at, "The key " + key.key() + " of [" + key.table() + "]");
        }
        if (!(found instanceof TomlArray array)) {
            wrongType(key, found, at);
            return Optional.empty();
        }
        if (array.size() > key.most()) {
            problems.add(
                    at,
                    "The key " + key.key() + " of [" + key.table() + "] must have at most " + key.most()
                            + " values, but it has " + array.size() + ".",
                    "Take some out.");
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            String subject = "Value " + (i + 1) + " of the key " + key.key() + " of [" + key.table() + "]";
            single(key, array.get(i), at, subject).ifPresent(values::add);
        }
        return values.size() == array.size() ? Optional.of(key.array(values)) : Optional.empty();
    }

    private Optional<Object> single(KeyDefinition key, Object found, TomlPosition at, String subject) {
        Optional<Object> value = key.type().fromToml(sized(key, found)).or(() -> formerly(key, found, at));
        if (value.isEmpty()) {
            boolean number = key.type() == KeyType.INTEGER && found instanceof Long;
            problems.add(
                    at,
                    number
                            ? subject + " must be a whole number of at most " + Integer.MAX_VALUE + ", but it is "
                                    + found + "."
                            : subject + " must be " + key.single() + ", but it is " + typeOf(found) + ".",
                    "Write it like this: " + key.exampleLine() + ".");
            return Optional.empty();
        }
        Optional<String> objection = value.equals(key.standard()) ? Optional.empty() : objection(key, value.get());
        objection.ifPresent(must -> problems.add(
                at,
                subject + " " + must + (key.secret() ? "" : ", but it is " + shown(value.get())) + ".",
                "svc config explain " + key.address() + " describes it."));
        return objection.isPresent() ? Optional.empty() : value;
    }

    /** Returns the current value for a value of an earlier release, and adds a warning. */
    private Optional<Object> formerly(KeyDefinition key, Object found, TomlPosition at) {
        Optional<Object> value = Optional.ofNullable(key.marks().formerly().get(String.valueOf(found)))
                .flatMap(key.type()::fromMetatype);
        value.ifPresent(now -> problems.warn(
                at,
                "The value " + found + " of the key " + key.key() + " of [" + key.table()
                        + "] is that of an earlier release; it is read as " + TomlWriter.value(now) + ".",
                "Write  " + key.key() + " = " + TomlWriter.value(now) + "  in its place."));
        return value;
    }

    /** Returns a size with a unit as a number; any other value unchanged. */
    private static Object sized(KeyDefinition key, Object found) {
        return key.size() && found instanceof String text
                ? ValueFormat.bytes(text).<Object>map(bytes -> bytes).orElse(found)
                : found;
    }

    private Optional<String> objection(KeyDefinition key, Object value) {
        return key.objection(value)
                .or(() -> key.marks().form().flatMap(form -> form.objection(value.toString(), home)));
    }

    void wrongType(KeyDefinition key, Object found, TomlPosition at) {
        problems.add(
                at,
                "The key " + key.key() + " of [" + key.table() + "] must be " + key.expected() + ", but it is "
                        + typeOf(found) + ".",
                "Write it like this: " + key.exampleLine() + ".");
    }

    private static String shown(Object value) {
        return value instanceof String text ? '"' + TomlWriter.shown(text) + '"' : value.toString();
    }

    public static String typeOf(Object found) {
        if (found instanceof String) {
            return "a text";
        }
        if (found instanceof Long) {
            return "a whole number";
        }
        if (found instanceof Double) {
            return "a number with a fraction";
        }
        if (found instanceof Boolean) {
            return "true or false";
        }
        if (found instanceof TomlArray) {
            return "a list";
        }
        return found instanceof TomlTable ? "a table" : "a date or time";
    }
}
