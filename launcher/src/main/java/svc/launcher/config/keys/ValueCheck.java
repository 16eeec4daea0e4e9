package svc.launcher.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * Holds a value against what its key declares.
 *
 * @param problems where it says what is wrong
 * @param home where files are that are named without their whole path
 */
record ValueCheck(ProblemList problems, Path home) {

    /** The value for components; empty when something is wrong with it, which is then among the problems. */
    Optional<Object> check(KeyDefinition key, Object found, TomlPosition at) {
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
        Optional<Object> value = key.type().fromToml(found);
        if (value.isEmpty()) {
            boolean number = key.type() == KeyType.INTEGER && found instanceof Long;
            problems.add(
                    at,
                    number
                            ? subject + " must be a whole number of at most " + Integer.MAX_VALUE + ", but it is "
                                    + found + "."
                            : subject + " must be " + key.type().expected() + ", but it is " + typeOf(found) + ".",
                    "Write it like this: " + key.exampleLine() + ".");
            return Optional.empty();
        }
        Optional<String> objection = value.equals(key.standard()) ? Optional.empty() : objection(key, value.get());
        objection.ifPresent(must -> problems.add(
                at,
                subject + " " + must + (key.secret() ? "" : ", but it is " + shown(value.get())) + ".",
                "svc config explain " + key.address() + " tells what it means."));
        return objection.isPresent() ? Optional.empty() : value;
    }

    private Optional<String> objection(KeyDefinition key, Object value) {
        return Limits.objection(key, value)
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

    static String typeOf(Object found) {
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
