package svc.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration key with its effective value, as reported by the launcher.
 *
 * @param value the value; empty if the key has no value or is a secret
 * @param set whether the key has a value that is not empty; this is also reported for a secret
 */
record Key(
        String table,
        String key,
        String pid,
        String type,
        Optional<Object> standard,
        Optional<Object> value,
        boolean set,
        String source,
        boolean secret,
        boolean required,
        boolean runtime,
        List<String> options,
        String description,
        String bundle,
        Path jar) {

    static Key of(Map<String, Object> plain) {
        return new Key(
                text(plain, "table"),
                text(plain, "key"),
                text(plain, "pid"),
                text(plain, "type"),
                Optional.ofNullable(plain.get("default")),
                Optional.ofNullable(plain.get("value")),
                truth(plain, "set"),
                text(plain, "source"),
                truth(plain, "secret"),
                truth(plain, "required"),
                truth(plain, "runtime"),
                ((List<?>) plain.getOrDefault("options", List.of()))
                        .stream().map(String::valueOf).toList(),
                text(plain, "description"),
                text(plain, "bundle"),
                Path.of(text(plain, "jar")));
    }

    private static String text(Map<String, Object> plain, String name) {
        return String.valueOf(plain.getOrDefault(name, ""));
    }

    private static boolean truth(Map<String, Object> plain, String name) {
        return Boolean.TRUE.equals(plain.get(name));
    }

    String address() {
        return table + "." + key;
    }

    /** Returns the value as it may be shown. */
    Object shown() {
        return secret ? (set ? "(set)" : "(not set)") : value.orElse("(not set)");
    }
}
