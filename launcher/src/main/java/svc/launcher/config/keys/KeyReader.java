package svc.launcher.config.keys;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import svc.launcher.config.keys.MetatypeXml.Attribute;
import svc.launcher.config.toml.TomlWriter;

/** Converts an {@code AD} element to a {@link KeyDefinition}, or reports why it is invalid. */
record KeyReader(String pid, String bundle, Path jar) {

    /**
     * The prefix of PIDs that have a table in the file. Other PIDs belong to bundles that are configured differently.
     */
    static final String PREFIX = "svc.";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    /** Thrown for an attribute that cannot be a key; the message is the end of a sentence. */
    static final class BadKey extends Exception {
        private static final long serialVersionUID = 1L;

        BadKey(String message) {
            super(message);
        }
    }

    KeyDefinition read(Attribute attribute) throws BadKey {
        Map<String, String> xml = attribute.xml();
        String id = xml.getOrDefault("id", "");
        if (!NAME.matcher(id).matches()) {
            throw new BadKey("declares an attribute named \"" + TomlWriter.shown(id) + "\", which cannot be a key");
        }
        if (!NAME.matcher(pid).matches()) {
            throw new BadKey("has the PID \"" + TomlWriter.shown(pid) + "\", which cannot be a table");
        }
        KeyType type = KeyType.ofMetatype(xml.getOrDefault("type", ""))
                .orElseThrow(() -> new BadKey("gives " + id + " the unknown type \""
                        + TomlWriter.shown(xml.getOrDefault("type", "")) + "\""));
        String description =
                xml.getOrDefault("description", "").replaceAll("\\s+", " ").strip();
        DescriptionMarkers marks = DescriptionMarkers.of(id, description);
        boolean number = type == KeyType.INTEGER || type == KeyType.LONG;
        boolean size = marks.form().equals(Optional.of(ValueFormat.SIZE));
        if (marks.form().isPresent() && (size ? !number : !type.isText())) {
            throw new BadKey("gives " + id + " a form, though it is not a " + (size ? "whole number" : "text"));
        }
        KeyDefinition key = definition(attribute, type, marks, Optional.empty());
        return xml.containsKey("default")
                ? definition(attribute, type, marks, Optional.of(defaultOf(key, xml.get("default"))))
                : key;
    }

    private KeyDefinition definition(
            Attribute attribute, KeyType type, DescriptionMarkers marks, Optional<Object> standard) throws BadKey {
        Map<String, String> xml = attribute.xml();
        String id = xml.getOrDefault("id", "");
        return new KeyDefinition(
                pid.substring(PREFIX.length()),
                id.replace('.', '_'),
                pid,
                id,
                type,
                cardinality(id, xml.getOrDefault("cardinality", "0")),
                List.copyOf(attribute.options()),
                limit(id, "min", xml),
                limit(id, "max", xml),
                required(attribute),
                standard,
                marks,
                bundle,
                jar);
    }

    /** Returns whether a value is required. */
    static boolean required(Attribute attribute) {
        return !attribute.xml().containsKey("default")
                && !attribute.xml().getOrDefault("required", "true").equals("false");
    }

    private static Object defaultOf(KeyDefinition key, String text) throws BadKey {
        List<Object> values = new ArrayList<>();
        for (String part : key.list() && text.isEmpty() ? List.<String>of() : split(text)) {
            Object value = key.type()
                    .fromMetatype(part)
                    .orElseThrow(() -> new BadKey("gives " + key.attribute() + " a default that is not "
                            + key.type().expected()));
            Optional<String> objection = objection(key, value);
            if (objection.isPresent() && !(value instanceof String none && none.isEmpty())) {
                throw new BadKey("gives " + key.attribute() + " a default, but it " + objection.get());
            }
            values.add(value);
        }
        if (!key.list() && values.size() != 1) {
            throw new BadKey("gives " + key.attribute() + " several defaults, though it is not a list");
        }
        return key.list() ? key.array(values) : values.get(0);
    }

    /**
     * Returns the reason why a default is invalid. A default that names a file is valid even if the file does not
     * exist.
     */
    private static Optional<String> objection(KeyDefinition key, Object value) {
        return key.objection(value)
                .or(() -> key.marks()
                        .form()
                        .filter(form -> form != ValueFormat.FILE)
                        .flatMap(form -> form.objection(value.toString(), Path.of(""))));
    }

    /** Splits a default at commas, with space around them; a backslash escapes the next character. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int kept = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean literal = c == '\\' && i + 1 < text.length();
            if (literal) {
                part.append(text.charAt(++i));
            } else if (c == ',') {
                parts.add(part.substring(0, kept));
                part.setLength(0);
                kept = 0;
            } else if (!Character.isWhitespace(c) || part.length() > 0) {
                part.append(c);
            }
            kept = literal || (!Character.isWhitespace(c) && c != ',') ? part.length() : kept;
        }
        parts.add(part.substring(0, kept));
        return parts;
    }

    private static int cardinality(String id, String text) throws BadKey {
        try {
            int cardinality = Integer.parseInt(text);
            return cardinality == Integer.MIN_VALUE ? Integer.MAX_VALUE : Math.abs(cardinality);
        } catch (NumberFormatException e) {
            throw new BadKey("gives " + id + " a cardinality that is not a whole number");
        }
    }

    private static Optional<BigDecimal> limit(String id, String name, Map<String, String> xml) throws BadKey {
        String text = xml.get(name);
        try {
            return text == null ? Optional.empty() : Optional.of(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            throw new BadKey("gives " + id + " a " + name + " that is not a number");
        }
    }
}
