package svc.launcher.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in round brackets at the end of a description, and so reaches this side through the standard metatype:
 * {@code (runtime)}, {@code (form: address)}, {@code (needs: a or b)}, {@code (excludes: c)}.
 *
 * @param meaning the description without them
 * @param runtime whether the key may be overridden while the server runs
 * @param form what its text stands for
 * @param needs of each list, one key of the same table must have a value when this one has
 * @param excludes keys of the same table that must have no value when this one has
 */
record KeyMarks(
        String meaning, boolean runtime, Optional<KeyForm> form, List<List<String>> needs, List<String> excludes) {

    private static final Pattern MARK =
            Pattern.compile("(.*?)\\s*\\((runtime|(?:form|needs|excludes):[^()]*)\\)\\.?", Pattern.DOTALL);

    /**
     * Reads a description.
     *
     * @throws KeyReader.BadKey when a form is not known
     */
    static KeyMarks of(String id, String description) throws KeyReader.BadKey {
        String meaning = description;
        boolean runtime = false;
        Optional<KeyForm> form = Optional.empty();
        List<List<String>> needs = new ArrayList<>();
        List<String> excludes = new ArrayList<>();
        for (Matcher mark = MARK.matcher(meaning); mark.matches(); mark = MARK.matcher(meaning)) {
            meaning = mark.group(1);
            String text = mark.group(2);
            String value = text.substring(text.indexOf(':') + 1).strip();
            switch (text.charAt(0)) {
                case 'r' -> runtime = true;
                case 'f' -> form = Optional.of(form(id, value));
                case 'n' -> needs.add(0, List.of(value.split(" or ", -1)));
                default -> excludes.add(0, value);
            }
        }
        return new KeyMarks(meaning, runtime, form, List.copyOf(needs), List.copyOf(excludes));
    }

    private static KeyForm form(String id, String name) throws KeyReader.BadKey {
        return KeyForm.named(name)
                .orElseThrow(() ->
                        new KeyReader.BadKey("gives " + id + " the unknown form \"" + TomlWriter.shown(name) + "\""));
    }

    /** The meaning, with what it asks of other keys. */
    String description() {
        StringBuilder text = new StringBuilder(meaning);
        needs.forEach(keys -> text.append("; needs ").append(String.join(" or ", keys)));
        excludes.forEach(key -> text.append("; not together with ").append(key));
        return text.toString();
    }

    /** The names of all keys that it speaks of. */
    List<String> others() {
        List<String> others = new ArrayList<>(excludes);
        needs.forEach(others::addAll);
        return others;
    }
}
