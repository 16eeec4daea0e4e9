package svc.launcher.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.keys.KeyDefinition;
import svc.launcher.config.toml.ConfigProblem;
import svc.launcher.config.toml.ProblemList;
import svc.launcher.config.toml.TomlDocument;
import svc.launcher.config.toml.TomlText;

/**
 * Reads {@code svc.toml} and the {@code --set} flags against the catalogue of keys (CFG-01). It reports all errors at
 * once: unknown names, wrong types, values that are not permitted, missing keys and duplicate keys.
 */
public final class StrictToml {

    /**
     * The result.
     *
     * @param configuration the valid values; defaults in place of invalid ones
     * @param problems all errors; a server starts only without any
     * @param warnings the values that are accepted but should be written differently
     */
    public record Reading(Configuration configuration, List<ConfigProblem> problems, List<ConfigProblem> warnings) {}

    private final KeyCatalogue catalogue;
    private final Path file;
    private final Map<String, Setting> settings = new TreeMap<>();
    private final Map<String, KeyConstraints.Place> places = new TreeMap<>();
    private final Set<String> invalid = new HashSet<>();
    private final List<ConfigProblem> problems;

    private StrictToml(KeyCatalogue catalogue, Path file) {
        this.catalogue = catalogue;
        this.file = file;
        this.problems = new ArrayList<>(catalogue.problems());
        catalogue.keys().forEach(key -> settings.put(key.address(), Setting.byDefault(key)));
    }

    /**
     * Reads the configuration.
     *
     * @param file the file
     * @param overrides the values of {@code --set}: {@code section.key=value}, the value as in the file; the last value
     *     of a key applies
     */
    public static Reading read(KeyCatalogue catalogue, Path file, List<String> overrides) {
        StrictToml strict = new StrictToml(catalogue, file);
        Map<String, Setting> overriding = new HashMap<>();
        List<ProblemList> texts = new ArrayList<>(List.of(ProblemList.ofFile(file.toString())));
        for (int i = 0; i < overrides.size(); i++) {
            ProblemList problems = ProblemList.ofFlag("--set " + (i + 1));
            overriding.putAll(strict.override(overrides.get(i), problems));
            texts.add(problems);
        }
        boolean whole = strict.file(overriding, texts.get(0));
        strict.settings.putAll(overriding);
        if (whole) {
            new KeyConstraints(strict.settings, strict.places, strict.invalid, strict.home()).check();
        }
        texts.forEach(problems -> strict.problems.addAll(problems.all()));
        return new Reading(
                new Configuration(catalogue.pids(), strict.settings),
                List.copyOf(strict.problems),
                texts.stream().flatMap(problems -> problems.warnings().stream()).toList());
    }

    private Map<String, Setting> override(String text, ProblemList problems) {
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('=') < 0) {
            problems.add(0, 0, "This is not of the form section.key=value.", flagRemedy());
            return Map.of();
        }
        ProblemList syntax = ProblemList.ofFlag("");
        TomlDocument document = TomlDocument.parse(text, syntax);
        syntax.all().forEach(problem -> problems.add(0, 0, problem.sentence(), flagRemedy()));
        Map<String, Setting> found = new HashMap<>();
        values(document, problems).forEach((address, good) -> {
            found.put(address, setting(address, good, Setting.OVERRIDE));
            places.put(address, new KeyConstraints.Place(problems, 0, 0));
        });
        if (found.isEmpty() && problems.isEmpty()) {
            problems.add(0, 0, "This sets no key.", flagRemedy());
        }
        return found;
    }

    /** Returns the valid values and records the addresses of the invalid values. */
    private Map<String, TomlTableReader.Found> values(TomlDocument document, ProblemList list) {
        Map<String, TomlTableReader.Found> good = TomlTableReader.of(catalogue, document, list, home());
        if (!list.isEmpty()) {
            settings.keySet().stream()
                    .filter(address ->
                            !good.containsKey(address) && document.root().contains(path(address)))
                    .forEach(invalid::add);
        }
        return good;
    }

    private Path home() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
    }

    private static String flagRemedy() {
        return "Write --set 'section.key=value' with the value as in svc.toml: a text in double quotes.";
    }

    /** Reads the file; returns whether all of it could be parsed, so that missing keys can be reported. */
    private boolean file(Map<String, Setting> overriding, ProblemList list) {
        Optional<String> text = TomlText.read(file, list);
        Optional<TomlDocument> whole = text.map(it -> TomlDocument.parse(it, list));
        whole.ifPresent(document -> values(document, list).forEach((address, good) -> {
            settings.put(
                    address,
                    setting(address, good, file.getFileName() + ":" + good.at().line()));
            places.putIfAbsent(
                    address,
                    new KeyConstraints.Place(list, good.at().line(), good.at().column()));
        }));
        Optional<TomlDocument> sound = whole.filter(document -> !document.broken());
        sound.ifPresent(document ->
                missing(document.root(), (int) text.orElseThrow().lines().count(), overriding, list));
        return sound.isPresent();
    }

    private Setting setting(String address, TomlTableReader.Found good, String source) {
        return new Setting(catalogue.key(address).orElseThrow(), Optional.of(good.value()), source);
    }

    private void missing(TomlTable root, int lastLine, Map<String, Setting> overriding, ProblemList list) {
        for (KeyDefinition key : catalogue.keys()) {
            boolean given = root.contains(path(key.address())) || overriding.containsKey(key.address());
            if (key.required() && !given) {
                @Nullable TomlPosition table = root.inputPositionOf(path(key.table()));
                list.add(
                        table == null ? Math.max(1, lastLine) : table.line(),
                        table == null ? 1 : table.column(),
                        "The key " + key.key() + " of [" + key.table() + "] is missing; the bundle " + key.bundle()
                                + " needs it.",
                        "Add the line  " + key.exampleLine() + "  below [" + key.table() + "].");
            }
        }
    }

    private static List<String> path(String address) {
        return List.of(address.split("\\.", -1));
    }
}
