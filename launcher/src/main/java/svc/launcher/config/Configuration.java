package svc.launcher.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Every key with the value that holds, and the same as the properties of the components. Immutable. */
public final class Configuration {

    private final Set<String> pids;
    private final Map<String, Setting> settings;

    Configuration(Set<String> pids, Map<String, Setting> settings) {
        this.pids = Set.copyOf(pids);
        this.settings = new TreeMap<>(settings);
    }

    /** Every key, sorted by table and name. */
    public List<Setting> settings() {
        return List.copyOf(settings.values());
    }

    /** The properties of each PID, by the names that components read; also of PIDs without any key. */
    public Map<String, Map<String, Object>> properties() {
        Map<String, Map<String, Object>> properties = new TreeMap<>();
        pids.forEach(pid -> properties.put(pid, new LinkedHashMap<>()));
        for (Setting setting : settings.values()) {
            setting.value()
                    .ifPresent(value -> properties
                            .computeIfAbsent(setting.key().pid(), pid -> new LinkedHashMap<>())
                            .put(setting.key().attribute(), value));
        }
        return properties;
    }

    /** The same with other values for some keys. */
    Configuration under(Map<String, Setting> layer) {
        return new Configuration(pids, RuntimeLayer.over(settings, layer));
    }

    /** The same, but with the values that already hold for keys that are declared by the very same jar as before. */
    @SuppressWarnings("ReferenceEquality") // An equal key of a jar that was written anew is another key.
    Configuration keeping(Configuration before) {
        Map<String, Setting> kept = new TreeMap<>(settings);
        kept.replaceAll((address, setting) -> {
            Setting old = before.settings.get(address);
            return old != null && old.key() == setting.key() ? old : setting;
        });
        return new Configuration(pids, kept);
    }
}
