package svc.launcher.config.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.launcher.config.keys.KeyReader.BadKey;
import svc.launcher.config.toml.TomlWriter;

/**
 * The markers in parentheses at the end of a description, which the standard metatype format permits:
 * {@code (runtime)}, {@code (form: address)}, {@code (needs: a or b)}, {@code (excludes: c)},
 * {@code (formerly: true all)}.
 *
 * @param meaning the description without markers
 * @param runtime whether the key can be overridden while the server runs
 * @param form the format of its text
 * @param needs lists of keys of the same table; when this key has a value, at least one key of each list must have a
 *     value
 * @param excludes keys of the same table that must have no value when this key has a value
 * @param formerly values of earlier releases that do not have the type of the key, each with the value that replaces it
 */
public record DescriptionMarkers(
        String meaning,
        boolean runtime,
        Optional<ValueFormat> form,
        List<List<String>> needs,
        List<String> excludes,
        Map<String, String> formerly) {

    private static final Pattern MARK =
            Pattern.compile("(.*?)\\s*\\((runtime|(?:form|needs|excludes|formerly):[^()]*)\\)\\.?", Pattern.DOTALL);

    /**
     * Parses a description.
     *
     * @throws BadKey if a format is unknown
     */
    static DescriptionMarkers of(String id, String description) throws BadKey {
        String meaning = description;
        boolean runtime = false;
        Optional<ValueFormat> form = Optional.empty();
        List<List<String>> needs = new ArrayList<>();
        List<String> excludes = new ArrayList<>();
        Map<String, String> formerly = new TreeMap<>();
        for (Matcher mark = MARK.matcher(meaning); mark.matches(); mark = MARK.matcher(meaning)) {
            meaning = mark.group(1);
            String text = mark.group(2);
            int colon = text.indexOf(':');
            String value = text.substring(colon + 1).strip();
            switch (text.substring(0, Math.max(0, colon))) {
                case "" -> runtime = true;
                case "form" -> form = Optional.of(form(id, value));
                case "needs" -> needs.add(0, List.of(value.split(" or ", -1)));
                case "formerly" -> formerly.putAll(pairs(id, value));
                default -> excludes.add(0, value);
            }
        }
        return new DescriptionMarkers(
                meaning, runtime, form, List.copyOf(needs), List.copyOf(excludes), Map.copyOf(formerly));
    }

    private static Map<String, String> pairs(String id, String text) throws BadKey {
        String[] words = text.split("[, ]+", -1);
        Map<String, String> pairs = new TreeMap<>();
        for (int i = 0; i + 1 < words.length; i += 2) {
            pairs.put(words[i], words[i + 1]);
        }
        if (words.length % 2 != 0) {
            throw new BadKey("gives " + id + " an earlier value without the value that it means now");
        }
        return pairs;
    }

    private static ValueFormat form(String id, String name) throws BadKey {
        return ValueFormat.named(name)
                .orElseThrow(() -> new BadKey("gives " + id + " the unknown form \"" + TomlWriter.shown(name) + "\""));
    }

    /** Returns the description, with its requirements on other keys. */
    String description() {
        StringBuilder text = new StringBuilder(meaning);
        needs.forEach(keys -> text.append("; needs ").append(String.join(" or ", keys)));
        excludes.forEach(key -> text.append("; not together with ").append(key));
        return text.toString();
    }

    /** Returns the names of all other keys in the markers. */
    List<String> others() {
        List<String> others = new ArrayList<>(excludes);
        needs.forEach(others::addAll);
        return others;
    }
}
