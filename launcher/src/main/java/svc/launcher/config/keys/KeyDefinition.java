package svc.launcher.config;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One key of the configuration, as the jar that needs it declares it.
 *
 * @param table the table, dotted: {@code server}
 * @param key the key in the table: {@code admin_bind}
 * @param pid where components read it: {@code svc.server}
 * @param attribute the property's name there: {@code admin.bind}
 * @param type what it holds
 * @param most how many values the list may have; 0 when it is no list
 * @param options the allowed values as texts; empty when any is
 * @param min the least number, or the least length of a text
 * @param max the greatest number, or the greatest length of a text
 * @param required whether a value must be given; never together with a default
 * @param standard the default
 * @param marks what it means, and what its description says to this reader
 * @param bundle the symbolic name of the bundle that declares it
 * @param jar the jar of that bundle
 */
public record KeyDefinition(
        String table,
        String key,
        String pid,
        String attribute,
        KeyType type,
        int most,
        List<String> options,
        Optional<BigDecimal> min,
        Optional<BigDecimal> max,
        boolean required,
        Optional<Object> standard,
        KeyMarks marks,
        String bundle,
        Path jar) {

    /** Table and key: {@code server.admin_bind}. */
    public String address() {
        return table + "." + key;
    }

    /** What it means. */
    public String description() {
        return marks.description();
    }

    /** Whether it may be overridden while the server runs. */
    public boolean runtime() {
        return marks.runtime();
    }

    /** Whether it holds several values. */
    public boolean list() {
        return most > 0;
    }

    /** Whether its value is never shown. */
    public boolean secret() {
        return type == KeyType.SECRET;
    }

    /** The type in words: {@code list of text}. */
    public String typeWord() {
        String word = marks.form().map(KeyForm::word).orElse(type.word());
        return list() ? "list of " + word : word;
    }

    /** What must stand behind the key, with its article. */
    String expected() {
        if (!list()) {
            return type.expected();
        }
        String of = type == KeyType.BOOLEAN ? "true or false" : type.isText() ? "texts" : type.word() + "s";
        return "a list of " + of + " in square brackets";
    }

    /** The values as an array of the type that components expect. */
    Object array(List<Object> values) {
        Object array = Array.newInstance(type.valueClass(), values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i));
        }
        return array;
    }

    /** An example of a whole line of the file. */
    String exampleLine() {
        return key + " = " + (list() ? "[" + exampleValue() + "]" : exampleValue());
    }

    private String exampleValue() {
        if (!options.isEmpty()) {
            return type.isText() ? TomlWriter.text(options.get(0)) : options.get(0);
        }
        return switch (type) {
            case STRING, SECRET ->
                TomlWriter.text(marks.form().map(KeyForm::example).orElse("…"));
            case INTEGER, LONG -> min.map(BigDecimal::toPlainString).orElse("1");
            case DOUBLE -> min.map(BigDecimal::toPlainString).orElse("1.0");
            case BOOLEAN -> "true";
        };
    }
}
