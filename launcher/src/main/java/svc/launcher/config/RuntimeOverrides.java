package svc.launcher.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import svc.launcher.config.keys.KeyDefinition;
import svc.launcher.config.keys.ValueCheck;
import svc.launcher.config.toml.ConfigProblem;
import svc.launcher.config.toml.ProblemList;
import svc.launcher.config.toml.SimilarWords;
import svc.launcher.config.toml.TomlDocument;
import svc.launcher.config.toml.TomlWriter;

/**
 * Values that are set while the server runs, checked like those of the file. A key is given as table and name, or as
 * the name alone if only one table has it.
 */
final class RuntimeOverrides {

    private static final String SOURCE = "set at run time";

    private final List<Setting> settings;
    private final ValueCheck check;
    private final ProblemList found = ProblemList.ofFlag("");
    private final Map<String, Setting> layer = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    private RuntimeOverrides(List<Setting> settings, Path home) {
        this.settings = settings;
        this.check = new ValueCheck(found, home);
    }

    /**
     * The result.
     *
     * @param layer the valid values by address
     * @param problems a line for each invalid value: the given name, a word ({@code unknown-key}, {@code
     *     not-overridable}, {@code invalid}) and a sentence, separated by tabs
     */
    record Reading(Map<String, Setting> layer, List<String> problems) {}

    static Reading read(Configuration configuration, Path home, Map<String, Object> values) {
        RuntimeOverrides reader = new RuntimeOverrides(configuration.settings(), home);
        values.forEach(reader::take);
        return new Reading(Map.copyOf(reader.layer), List.copyOf(reader.problems));
    }

    private void take(String name, Object value) {
        List<KeyDefinition> keys = settings.stream()
                .map(Setting::key)
                .filter(key -> key.address().equals(name) || key.key().equals(name))
                .toList();
        if (keys.size() != 1) {
            problem(name, "unknown-key", keys.isEmpty() ? unknown(name) : ambiguous(name, keys));
        } else if (!keys.get(0).runtime()) {
            problem(
                    name,
                    "not-overridable",
                    "The key " + keys.get(0).address()
                            + " is read at the start only. Set it in svc.toml and restart the server.");
        } else {
            check(name, keys.get(0), value);
        }
    }

    private void check(String name, KeyDefinition key, Object value) {
        TomlDocument line = TomlDocument.parse("v = " + toml(value), found);
        int before = found.all().size();
        Object read = line.root().get("v");
        Optional<Object> good = read == null
                ? Optional.empty()
                : check.check(key, read, line.root().inputPositionOf("v"));
        if (good.isPresent()) {
            layer.put(key.address(), new Setting(key, good, SOURCE));
            return;
        }
        List<ConfigProblem> all = found.all();
        problem(
                name,
                "invalid",
                before < all.size()
                        ? all.get(before).sentence()
                        : "The key " + key.address() + " must be " + key.expected() + ".");
    }

    private static String toml(Object value) {
        return TomlWriter.value(value instanceof List<?> list ? list.toArray() : value);
    }

    private String unknown(String name) {
        List<String> names = new ArrayList<>();
        settings.forEach(setting -> {
            names.add(setting.key().address());
            names.add(setting.key().key());
        });
        return "There is no configuration key " + TomlWriter.shown(name)
                + SimilarWords.of(name, names)
                        .map(near -> "; the nearest is " + near)
                        .orElse("") + ".";
    }

    private static String ambiguous(String name, List<KeyDefinition> keys) {
        return "Several tables have a key " + name + ": "
                + String.join(", ", keys.stream().map(KeyDefinition::address).toList()) + ".";
    }

    private void problem(String name, String word, String sentence) {
        problems.add(name.replace('\t', ' ').replace('\n', ' ') + "\t" + word + "\t" + sentence);
    }

    /** Returns the base values with those of the layer, in the order of the base. */
    static Map<String, Setting> over(Map<String, Setting> base, Map<String, Setting> layer) {
        Map<String, Setting> all = new LinkedHashMap<>(base);
        layer.forEach((address, setting) -> all.computeIfPresent(address, (any, below) -> setting));
        return all;
    }
}
