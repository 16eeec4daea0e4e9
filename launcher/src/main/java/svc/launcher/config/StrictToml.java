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

/**
 * Reads {@code svc.toml} and the {@code --set} flags against the catalogue of keys (CFG-01): a name that nobody declares, a
 * wrong type, a value that is not allowed, a missing key, a key given twice. All errors at once.
 */
public final class StrictToml {

    /**
     * What came out.
     *
     * @param configuration the good values; defaults where a value is not good
     * @param problems everything that is wrong; a server starts only when there is nothing
     */
    public record Reading(Configuration configuration, List<ConfigProblem> problems) {}

    private final KeyCatalogue catalogue;
    private final Path file;
    private final Map<String, Setting> settings = new TreeMap<>();
    private final Map<String, Combinations.Place> places = new TreeMap<>();
    private final Set<String> spoilt = new HashSet<>();
    private final List<ConfigProblem> problems;

    private StrictToml(KeyCatalogue catalogue, Path file) {
        this.catalogue = catalogue;
        this.file = file;
        this.problems = new ArrayList<>(catalogue.problems());
        catalogue.keys().forEach(key -> settings.put(key.address(), Setting.byDefault(key)));
    }

    /**
     * Reads.
     *
     * @param file the file
     * @param overrides what stood behind {@code --set}: {@code section.key=value}, the value as in the file; the last counts
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
            new Combinations(strict.settings, strict.places, strict.spoilt, strict.home()).check();
        }
        texts.forEach(problems -> strict.problems.addAll(problems.all()));
        return new Reading(new Configuration(catalogue.pids(), strict.settings), List.copyOf(strict.problems));
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
            places.put(address, new Combinations.Place(problems, 0, 0));
        });
        if (found.isEmpty() && problems.isEmpty()) {
            problems.add(0, 0, "This gives no key a value.", flagRemedy());
        }
        return found;
    }

    /** The good values; it remembers which others are not. */
    private Map<String, TableWalk.Found> values(TomlDocument document, ProblemList list) {
        Map<String, TableWalk.Found> good = TableWalk.of(catalogue, document, list, home());
        if (!list.isEmpty()) {
            settings.keySet().stream()
                    .filter(address ->
                            !good.containsKey(address) && document.root().contains(path(address)))
                    .forEach(spoilt::add);
        }
        return good;
    }

    private Path home() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
    }

    private static String flagRemedy() {
        return "Write --set 'section.key=value' with the value as in svc.toml: a text in double quotes.";
    }

    /** Whether all of it could be read, so that something can be said about what is missing. */
    private boolean file(Map<String, Setting> overriding, ProblemList list) {
        Optional<String> text = TomlText.read(file, list);
        Optional<TomlDocument> whole = text.map(it -> TomlDocument.parse(it, list));
        whole.ifPresent(document -> values(document, list).forEach((address, good) -> {
            settings.put(
                    address,
                    setting(address, good, file.getFileName() + ":" + good.at().line()));
            places.putIfAbsent(
                    address,
                    new Combinations.Place(list, good.at().line(), good.at().column()));
        }));
        Optional<TomlDocument> sound = whole.filter(document -> !document.broken());
        sound.ifPresent(document ->
                missing(document.root(), (int) text.orElseThrow().lines().count(), overriding, list));
        return sound.isPresent();
    }

    private Setting setting(String address, TableWalk.Found good, String source) {
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
