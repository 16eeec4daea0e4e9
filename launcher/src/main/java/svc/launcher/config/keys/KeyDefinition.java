package svc.launcher.config.keys;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import svc.launcher.config.toml.TomlWriter;

/**
 * A configuration key, as the jar that uses it declares it.
 *
 * @param table the table, dotted: {@code server}
 * @param key the key in the table: {@code admin_bind}
 * @param pid the PID of the component: {@code svc.server}
 * @param attribute the name of the component property: {@code admin.bind}
 * @param type the type of its values
 * @param most the maximum number of values of the list; 0 if the key has a single value
 * @param options the permitted values as texts; empty if all values are permitted
 * @param min the least number, or the least length of a text
 * @param max the greatest number, or the greatest length of a text
 * @param required whether a value is required; never together with a default
 * @param standard the default
 * @param marks the description and its markers
 * @param bundle the symbolic name of the bundle that declares the key
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
        DescriptionMarkers marks,
        String bundle,
        Path jar) {

    /** Returns table and key: {@code server.admin_bind}. */
    public String address() {
        return table + "." + key;
    }

    /** Returns the description. */
    public String description() {
        return marks.description();
    }

    /** Returns whether the key can be overridden while the server runs. */
    public boolean runtime() {
        return marks.runtime();
    }

    /** Returns whether the key has several values. */
    public boolean list() {
        return most > 0;
    }

    /** Returns whether the value of the key is secret and never shown. */
    public boolean secret() {
        return type == KeyType.SECRET;
    }

    /** Returns the type in words: {@code list of text}. */
    public String typeWord() {
        String word = marks.form().map(ValueFormat::word).orElse(type.word());
        return list() ? "list of " + word : word;
    }

    /** Returns whether the value is a number of bytes, which may have a unit. */
    boolean size() {
        return marks.form().equals(Optional.of(ValueFormat.SIZE));
    }

    /** Returns the description of a single value, with its article. */
    String single() {
        return size() ? "a number of bytes, or a size in quotes such as \"50MB\" or \"1GiB\"" : type.expected();
    }

    /** Returns the description of the expected value, with its article. */
    public String expected() {
        if (!list()) {
            return single();
        }
        String of = type == KeyType.BOOLEAN ? "true or false" : type.isText() ? "texts" : type.word() + "s";
        return "a list of " + of + " in square brackets";
    }

    /** Returns the values as an array of the type that components expect. */
    Object array(List<Object> values) {
        Object array = Array.newInstance(type.valueClass(), values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i));
        }
        return array;
    }

    /** Returns an example of a whole line of the file. */
    public String exampleLine() {
        return key + " = " + (list() ? "[" + exampleValue() + "]" : exampleValue());
    }

    private String exampleValue() {
        if (!options.isEmpty()) {
            return type.isText() ? TomlWriter.text(options.get(0)) : options.get(0);
        }
        return switch (type) {
            case STRING, SECRET ->
                TomlWriter.text(marks.form().map(ValueFormat::example).orElse("…"));
            case INTEGER, LONG -> min.map(BigDecimal::toPlainString).orElse("1");
            case DOUBLE -> min.map(BigDecimal::toPlainString).orElse("1.0");
            case BOOLEAN -> "true";
        };
    }

    /** Returns why the value is not permitted, as the end of a sentence without the value; empty if it is permitted. */
    Optional<String> objection(Object value) {
        if (!options().isEmpty() && !options().contains(value.toString())) {
            return Optional.of("must be one of " + String.join(", ", options()));
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return Optional.of("must be a number that is not infinite");
        }
        BigDecimal size = size(value);
        boolean low = min().isPresent() && size.compareTo(min().get()) < 0;
        boolean high = max().isPresent() && size.compareTo(max().get()) > 0;
        return low || high ? Optional.of("must " + bounds()) : Optional.empty();
    }

    private String bounds() {
        String be = type().isText() ? "have " : "be ";
        String unit = type().isText() ? " characters" : "";
        if (min().isEmpty()) {
            return be + "at most " + max().orElseThrow().toPlainString() + unit;
        }
        String least = "at least " + min().get().toPlainString();
        return be
                + least
                + max().map(max -> " and at most " + max.toPlainString()).orElse("")
                + unit;
    }

    private static BigDecimal size(Object value) {
        if (value instanceof String text) {
            return BigDecimal.valueOf(text.codePointCount(0, text.length()));
        }
        return value instanceof Boolean ? BigDecimal.ZERO : new BigDecimal(value.toString());
    }
}
