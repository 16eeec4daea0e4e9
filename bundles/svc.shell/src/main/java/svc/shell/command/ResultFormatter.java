package svc.shell.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.config.ByteSize;

/** Formats results as text: a list as a table, a record as lines of key and value. */
public final class ResultFormatter {

    private static final String GAP = "  ";

    private ResultFormatter() {}

    /**
     * Formats a value.
     *
     * @param whenEmpty the text for an empty list
     */
    static String of(Object value, String whenEmpty) {
        if (value instanceof List<?> list) {
            return list.isEmpty() ? whenEmpty + (whenEmpty.isEmpty() ? "" : "\n") : list(list);
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
                boolean none = value instanceof List<?> list && list.isEmpty();
                lines.put(heading(name), none ? "none" : cell(name, value));
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
        lines.add(columns.stream()
                .map(c -> heading(clean(c)).toUpperCase(Locale.ROOT))
                .toList());
        rows.forEach(row -> lines.add(columns.stream()
                .map(c -> cell(c, ((Map<?, ?>) row).get(c)))
                .toList()));
        return Table.of(lines);
    }

    /**
     * Returns the heading of a member: {@code quota} for {@code quota_bytes}, because the formatted value has a unit.
     */
    private static String heading(String name) {
        return name.replaceFirst("_bytes$", "").replaceFirst("uptime_seconds$", "uptime");
    }

    /** Formats a value. If its name has the suffix of a size or a duration, the value is formatted with a unit. */
    private static String cell(String name, @Nullable Object value) {
        boolean size = name.equals("bytes") || name.endsWith(".bytes") || name.endsWith("_bytes");
        if (size && value instanceof Number bytes) {
            return ByteSize.text(bytes.longValue());
        } else if (name.endsWith("uptime_seconds") && value instanceof Number seconds) {
            return span(Duration.ofSeconds(seconds.longValue()));
        }
        return cell(value);
    }

    /** Formats a duration with its two largest units: {@code 3 d 4 h}, {@code 12 min 5 s}. */
    private static String span(Duration span) {
        if (span.toDays() > 0) {
            return span.toDays() + " d " + span.toHoursPart() + " h";
        } else if (span.toHours() > 0) {
            return span.toHours() + " h " + span.toMinutesPart() + " min";
        }
        return (span.toMinutes() > 0 ? span.toMinutes() + " min " : "") + span.toSecondsPart() + " s";
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof List<?> list) {
            return list.stream().map(ResultFormatter::cell).collect(Collectors.joining(", "));
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(e -> {
                        String name = clean(String.valueOf(e.getKey()));
                        return heading(name) + "=" + cell(name, e.getValue());
                    })
                    .collect(Collectors.joining(", "));
        }
        return clean(value.toString());
    }

    /** Escapes control and format characters, so that text from clients cannot control the operator's terminal. */
    public static String clean(String text) {
        return text.codePoints()
                .mapToObj(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
                        ? String.format(Locale.ROOT, "\\u%04x", c)
                        : Character.toString(c))
                .collect(Collectors.joining());
    }
}
