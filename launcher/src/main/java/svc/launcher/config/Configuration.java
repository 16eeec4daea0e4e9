package svc.launcher.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All keys with their current values, and the same values as component properties. Immutable. */
public final class Configuration {

    private final Set<String> pids;
    private final Map<String, Setting> settings;

    Configuration(Set<String> pids, Map<String, Setting> settings) {
        this.pids = Set.copyOf(pids);
        this.settings = new TreeMap<>(settings);
    }

    /** Returns every key, sorted by table and name. */
    public List<Setting> settings() {
        return List.copyOf(settings.values());
    }

    /**
     * Returns the properties of each PID, by the names that components use. The result also contains PIDs without keys.
     */
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

    /** Returns a copy with other values for some keys. */
    Configuration under(Map<String, Setting> layer) {
        return new Configuration(pids, RuntimeOverrides.over(settings, layer));
    }

    /** Returns a copy with the earlier values of the keys whose jar has not changed. */
    @SuppressWarnings(
            "ReferenceEquality") // A key of a jar that was written again is a different key, even if it is equal.
    Configuration keeping(Configuration before) {
        Map<String, Setting> kept = new TreeMap<>(settings);
        kept.replaceAll((address, setting) -> {
            Setting old = before.settings.get(address);
            return old != null && old.key() == setting.key() ? old : setting;
        });
        return new Configuration(pids, kept);
    }
}
