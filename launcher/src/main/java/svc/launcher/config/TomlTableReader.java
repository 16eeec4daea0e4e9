package svc.launcher.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.keys.KeyDefinition;
import svc.launcher.config.keys.ValueCheck;
import svc.launcher.config.toml.ProblemList;
import svc.launcher.config.toml.SimilarWords;
import svc.launcher.config.toml.TomlDocument;
import svc.launcher.config.toml.TomlWriter;

/** Finds the values of known keys in a text, and reports unknown names. */
final class TomlTableReader {

    /** A valid value and its position. */
    record Found(Object value, TomlPosition at) {}

    private final KeyCatalogue catalogue;
    private final TomlDocument document;
    private final ProblemList problems;
    private final ValueCheck check;
    private final Map<String, Found> found = new HashMap<>();

    private TomlTableReader(KeyCatalogue catalogue, TomlDocument document, ProblemList problems, Path home) {
        this.catalogue = catalogue;
        this.document = document;
        this.problems = problems;
        this.check = new ValueCheck(problems, home);
    }

    /** Returns the valid values by the address of their key. */
    static Map<String, Found> of(KeyCatalogue catalogue, TomlDocument document, ProblemList problems, Path home) {
        TomlTableReader walk = new TomlTableReader(catalogue, document, problems, home);
        walk.table("", document.root());
        document.repeatedSections().forEach(section -> of(catalogue, section, problems, home));
        return walk.found;
    }

    private void table(String name, TomlTable table) {
        for (String key : table.keySet()) {
            TomlPosition at = Objects.requireNonNull(table.inputPositionOf(List.of(key)));
            if (!document.skippedLines().get(at.line())) {
                entry(name, key, Objects.requireNonNull(table.get(List.of(key))), at);
            }
        }
    }

    private void entry(String table, String key, Object value, TomlPosition at) {
        // A dot within a quoted name must not look like the name of a table.
        boolean nameable = !key.contains(".");
        String address = table.isEmpty() ? key : table + "." + key;
        Optional<KeyDefinition> known = nameable ? catalogue.key(address) : Optional.empty();
        if (nameable && value instanceof TomlTable inner && catalogue.isTableOrPart(address)) {
            table(address, inner);
        } else if (known.isPresent()) {
            check.check(known.get(), value, at).ifPresent(good -> found.put(address, new Found(good, at)));
        } else if (nameable && catalogue.isTableOrPart(address)) {
            notATable(address, value, at);
        } else if (!nameable || !catalogue.isDormant(address)) {
            unknown(table, key, value, at);
        }
    }

    private void notATable(String address, Object value, TomlPosition at) {
        boolean tables = value instanceof TomlArray array && array.size() > 0 && array.get(0) instanceof TomlTable;
        problems.add(
                at,
                tables
                        ? "The table [" + address + "] is in double brackets, which begin a list of tables."
                        : "The name " + address + " is a table, but it is given as " + ValueCheck.typeOf(value) + ".",
                "Write [" + address + "] on a line of its own and its keys below it.");
    }

    private void unknown(String table, String key, Object value, TomlPosition at) {
        if (value instanceof TomlTable) {
            unknownTable(table.isEmpty() ? key : table + "." + key, at);
        } else if (table.isEmpty() || !catalogue.tables().contains(table)) {
            strayKey(key, at);
        } else {
            unknownKey(table, key, at);
        }
    }

    private void unknownTable(String name, TomlPosition at) {
        Optional<String> nearest = SimilarWords.of(name, catalogue.tables());
        problems.add(
                at,
                "There is no table [" + TomlWriter.shown(name) + "]"
                        + nearest.map(near -> "; the nearest is [" + near + "]").orElse("") + suspicion() + ".",
                nearest.map(near -> "Write [" + near + "], or delete the table.")
                                .orElse("Delete the table, or install the extension that it belongs to;"
                                        + " svc config describe lists every table.")
                        + wayOut());
    }

    private void strayKey(String key, TomlPosition at) {
        List<String> homes = catalogue.tablesWith(key);
        problems.add(
                at,
                "The key " + TomlWriter.shown(key) + " is in no table.",
                homes.isEmpty()
                        ? "Move it below the table that it belongs to, or delete it; svc config describe lists every key."
                        : "Put it below " + list(homes) + ".");
    }

    private void unknownKey(String table, String key, TomlPosition at) {
        List<String> siblings = new ArrayList<>(catalogue.keysOf(table));
        Optional<String> nearest = SimilarWords.of(key, siblings);
        List<String> homes = nearest.isPresent() ? List.of() : catalogue.tablesWith(key);
        String hint = nearest.map(near -> "; the nearest is " + near)
                .orElse(homes.isEmpty() ? "" : "; there is one in " + list(homes));
        String remedy = nearest.map(near -> "Write " + near + ", or delete the line.")
                .orElse(
                        !homes.isEmpty()
                                ? "Move the line there, or delete it."
                                : siblings.isEmpty()
                                        ? "Delete the line; this table has no keys."
                                        : "Delete the line; the keys of [" + table + "] are "
                                                + String.join(", ", siblings) + ".");
        problems.add(
                at,
                "There is no key " + TomlWriter.shown(key) + " in [" + table + "]" + hint + suspicion() + ".",
                remedy + wayOut());
    }

    /** Returns the note that jars could not be read, because an unknown name may be a key of such a jar. */
    private String suspicion() {
        List<String> jars = unread(".jar");
        return switch (jars.size()) {
            case 0 -> "";
            case 1 -> "; the jar " + jars.get(0) + " could not be read and may declare it";
            default -> "; the jars " + String.join(", ", jars) + " could not be read, and one of them may declare it";
        };
    }

    private String wayOut() {
        return unread("").stream()
                .map(name -> " Or put a sound copy of " + name + ".jar in its place, or remove it: svc bundle remove "
                        + name + ".")
                .collect(Collectors.joining());
    }

    private List<String> unread(String ending) {
        return catalogue.unread().stream()
                .filter(Files::exists)
                .map(jar -> String.valueOf(jar.getFileName()).replaceFirst("\\.jar$", ending))
                .toList();
    }

    private static String list(List<String> tables) {
        return "[" + String.join("], [", tables) + "]";
    }
}
