package svc.launcher.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.launcher.config.keys.KeyDefinition;

/**
 * A key with its current value.
 *
 * @param key the key
 * @param value the value as components receive it, with a list as an array; empty if the key has neither a value nor a
 *     default
 * @param source {@code default}, {@code override}, or the file and line: {@code svc.toml:12}
 */
public record Setting(KeyDefinition key, Optional<Object> value, String source) {

    static final String DEFAULT = "default";
    static final String OVERRIDE = "override";

    static Setting byDefault(KeyDefinition key) {
        return new Setting(key, key.standard(), DEFAULT);
    }

    /** Returns whether there is a value other than an empty text. */
    public boolean isSet() {
        return value.filter(it -> !it.equals("")).isPresent();
    }

    /** Returns the setting in JDK types, for the bundles, without the value of a secret. */
    Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("table", key.table());
        plain.put("key", key.key());
        plain.put("pid", key.pid());
        plain.put("attribute", key.attribute());
        plain.put("type", key.typeWord());
        if (!key.secret()) {
            key.standard().ifPresent(standard -> plain.put("default", listed(standard)));
            value.ifPresent(it -> plain.put("value", listed(it)));
        }
        plain.put("set", isSet());
        plain.put("source", source);
        plain.put("secret", key.secret());
        plain.put("required", key.required());
        plain.put("runtime", key.runtime());
        plain.put("options", key.options());
        plain.put("description", key.description());
        plain.put("bundle", key.bundle());
        plain.put("jar", key.jar().toString());
        return plain;
    }

    private static Object listed(Object value) {
        return value instanceof Object[] array ? List.of(array) : value;
    }
}
