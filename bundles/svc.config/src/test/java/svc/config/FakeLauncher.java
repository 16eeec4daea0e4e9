package svc.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A fake of the launcher's services, with keys that a test provides. */
final class FakeLauncher {

    private final List<Map<String, Object>> atStart = new ArrayList<>();
    private final Map<Path, List<Map<String, Object>>> jars = new HashMap<>();
    private List<Map<String, Object>> current = List.of();
    String problems = "";

    static Map<String, Object> key(String address, String type, Object value) {
        int dot = address.lastIndexOf('.');
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("table", address.substring(0, dot));
        key.put("key", address.substring(dot + 1));
        key.put("pid", "svc." + address.substring(0, dot));
        key.put("attribute", address.substring(dot + 1).replace('_', '.'));
        key.put("type", type);
        key.put("secret", type.equals("secret text"));
        key.put("set", !value.equals(""));
        key.put("hidden", value);
        if (!type.equals("secret text")) {
            key.put("default", value);
            key.put("value", value);
        }
        key.put("source", "default");
        key.put("options", List.of());
        key.put("description", "What " + address + " means.");
        key.put("bundle", "svc.some");
        key.put("jar", "/dist/some.jar");
        return key;
    }

    FakeLauncher has(Map<String, Object> key) {
        atStart.add(key);
        current = List.copyOf(atStart);
        return this;
    }

    void has(Path jar, Map<String, Object> key) {
        key.put("jar", jar.toString());
        jars.computeIfAbsent(jar, file -> new ArrayList<>()).add(key);
    }

    Map<String, Map<String, Object>> properties(List<Path> more) {
        if (!more.isEmpty() && !problems.isEmpty()) {
            throw new IllegalArgumentException(problems);
        }
        List<Map<String, Object>> all = new ArrayList<>(atStart);
        more.forEach(jar -> all.addAll(jars.getOrDefault(jar, List.of())));
        current = more.isEmpty() ? current : all;
        Map<String, Map<String, Object>> properties = new HashMap<>();
        all.forEach(key -> properties
                .computeIfAbsent(String.valueOf(key.get("pid")), pid -> new HashMap<>())
                .put(String.valueOf(key.get("attribute")), java.util.Objects.requireNonNull(key.get("hidden"))));
        return properties;
    }

    List<Map<String, Object>> keys() {
        return current;
    }

    List<String> check() {
        return problems.lines().toList();
    }
}
