package svc.launcher.config.keys;

import java.util.Map;
import java.util.Optional;

/** The type of a key. The descriptions use words for operators, not those of TOML. */
public enum KeyType {
    /** A text. */
    STRING("a text in quotes", "text", String.class),
    /** A text that is never shown. */
    SECRET("a text in quotes", "secret text", String.class),
    /** A whole number of 32 bits. */
    INTEGER("a whole number", "whole number", Integer.class),
    /** A whole number of 64 bits. */
    LONG("a whole number", "whole number", Long.class),
    /** A number with or without a fraction. */
    DOUBLE("a number", "number", Double.class),
    /** true or false. */
    BOOLEAN("true or false", "true or false", Boolean.class);

    private static final Map<String, KeyType> METATYPE = Map.ofEntries(
            Map.entry("String", STRING),
            Map.entry("Character", STRING),
            Map.entry("Char", STRING),
            Map.entry("Password", SECRET),
            Map.entry("Byte", INTEGER),
            Map.entry("Short", INTEGER),
            Map.entry("Integer", INTEGER),
            Map.entry("Long", LONG),
            Map.entry("Float", DOUBLE),
            Map.entry("Double", DOUBLE),
            Map.entry("Boolean", BOOLEAN));

    private final String expected;
    private final String word;
    private final Class<?> valueClass;

    KeyType(String expected, String word, Class<?> valueClass) {
        this.expected = expected;
        this.word = word;
        this.valueClass = valueClass;
    }

    /** Returns the type with this name in a metatype document. */
    static Optional<KeyType> ofMetatype(String name) {
        return Optional.ofNullable(METATYPE.get(name));
    }

    /** Returns the description of a value, with its article. */
    String expected() {
        return expected;
    }

    /** Returns the word of the type in a table of keys. */
    public String word() {
        return word;
    }

    Class<?> valueClass() {
        return valueClass;
    }

    public boolean isText() {
        return this == STRING || this == SECRET;
    }

    /** Converts a TOML value to the value for a component; empty if it has another type. */
    Optional<Object> fromToml(Object found) {
        return switch (this) {
            case STRING, SECRET -> found instanceof String ? Optional.of(found) : Optional.empty();
            case BOOLEAN -> found instanceof Boolean ? Optional.of(found) : Optional.empty();
            case LONG -> found instanceof Long ? Optional.of(found) : Optional.empty();
            case DOUBLE -> found instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
            case INTEGER ->
                found instanceof Long number && number == number.intValue()
                        ? Optional.of(number.intValue())
                        : Optional.empty();
        };
    }

    /** Converts a default or an option of a metatype document to the value for a component; empty if it is invalid. */
    Optional<Object> fromMetatype(String text) {
        try {
            return switch (this) {
                case STRING, SECRET -> Optional.of(text);
                case INTEGER -> Optional.of(Integer.valueOf(text));
                case LONG -> Optional.of(Long.valueOf(text));
                case DOUBLE -> Optional.of(Double.valueOf(text));
                case BOOLEAN ->
                    text.equals("true") || text.equals("false") ? Optional.of(Boolean.valueOf(text)) : Optional.empty();
            };
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
