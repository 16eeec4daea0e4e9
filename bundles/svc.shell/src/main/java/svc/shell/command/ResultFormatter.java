package svc.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Results as text for people: a table for a list, lines of key and value for a record. */
final class Texts {

    private static final String GAP = "  ";

    private Texts() {}

    /**
     * As text.
     *
     * @param whenEmpty what stands for a list without an entry
     */
    static String of(Object value, String whenEmpty) {
        if (value instanceof List<?> list) {
            return list.isEmpty() ? whenEmpty + "\n" : list(list);
        }
        return value instanceof Map<?, ?> map ? record(map) : cell(value) + "\n";
    }

    private static String record(Map<?, ?> record) {
        Map<String, String> lines = new LinkedHashMap<>();
        Map<String, List<?>> tables = new LinkedHashMap<>();
        flatten("", record, lines, tables);
        StringBuilder text = new StringBuilder();
        tables.forEach((name, rows) -> {
            text.append(name.equals("items") ? "" : name + ":\n").append(list(rows));
        });
        int width = lines.keySet().stream().mapToInt(Table::width).max().orElse(0);
        if (!lines.isEmpty() && !tables.isEmpty()) {
            text.append('\n');
        }
        lines.forEach((key, line) -> text.append((Table.pad(key, width) + GAP + line).stripTrailing())
                .append('\n'));
        return text.toString();
    }

    private static void flatten(
            String prefix, Map<?, ?> record, Map<String, String> lines, Map<String, List<?>> tables) {
        record.forEach((key, value) -> {
            String name = prefix + clean(String.valueOf(key));
            if (value instanceof Map<?, ?> inner && !inner.isEmpty()) {
                flatten(name + ".", inner, lines, tables);
            } else if (value instanceof List<?> rows
                    && (rows.stream().anyMatch(Map.class::isInstance) || name.equals("items"))) {
                tables.put(name, rows);
            } else {
                lines.put(name, cell(value));
            }
        });
    }

    private static String list(List<?> rows) {
        if (rows.isEmpty()) {
            return "none\n";
        }
        if (!rows.stream().allMatch(Map.class::isInstance)) {
            return rows.stream().map(row -> cell(row) + "\n").collect(Collectors.joining());
        }
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> ((Map<?, ?>) row).keySet().forEach(key -> columns.add(String.valueOf(key))));
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(c -> clean(c).toUpperCase(Locale.ROOT)).toList());
        rows.forEach(row -> lines.add(columns.stream()
                .map(c -> cell(((Map<?, ?>) row).get(c)))
                .toList()));
        return Table.of(lines);
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof List<?> list) {
            return list.stream().map(Texts::cell).collect(Collectors.joining(", "));
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(e -> clean(String.valueOf(e.getKey())) + "=" + cell(e.getValue()))
                    .collect(Collectors.joining(", "));
        }
        return clean(value.toString());
    }

    /** A name that somebody sent must not steer the operator's terminal. */
    static String clean(String text) {
        return text.codePoints()
                .mapToObj(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
                        ? String.format(Locale.ROOT, "\\u%04x", c)
                        : Character.toString(c))
                .collect(Collectors.joining());
    }
}
