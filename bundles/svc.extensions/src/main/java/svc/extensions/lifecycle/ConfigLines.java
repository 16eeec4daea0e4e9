package svc.extensions.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the lines of a TOML file that set given keys, without revealing their values. */
public final class ConfigLines {

    private static final Pattern TABLE = Pattern.compile("\\s*\\[\\s*([^\\[\\]]+?)\\s*].*");
    private static final Pattern KEY = Pattern.compile("\\s*\"?([A-Za-z0-9_-]+)\"?\\s*=.*");
    private static final Pattern TEXTS = Pattern.compile("\"\"\"|'''|\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|#.*");

    private ConfigLines() {}

    /**
     * A line of the file.
     *
     * @param index its index in the file, from 0 on
     * @param what the table, and the key if the line sets one: {@code [todo] limit}
     */
    public record Line(int index, String what) {

        public String place(String file) {
            return file + ":" + (index + 1) + ": " + what;
        }
    }

    /**
     * Returns the lines that set the given keys. The header of a table is included if the table contains no other keys.
     */
    public static List<Line> of(List<String> lines, Set<String> keys) {
        List<Line> found = new ArrayList<>();
        List<Line> ofTable = new ArrayList<>();
        String table = "";
        boolean shared = true;
        for (int i = 0; i < lines.size(); i++) {
            Matcher header = TABLE.matcher(lines.get(i));
            Matcher key = KEY.matcher(lines.get(i));
            if (header.matches()) {
                found.addAll(shared ? ofTable.subList(Math.min(1, ofTable.size()), ofTable.size()) : ofTable);
                table = header.group(1);
                shared = !declares(keys, table);
                ofTable = new ArrayList<>(List.of(new Line(i, "[" + table + "]")));
            } else if (key.matches() && keys.contains(table + "." + key.group(1))) {
                ofTable.add(new Line(i, "[" + table + "] " + key.group(1)));
                i = end(lines, i);
            } else {
                shared |= key.matches();
            }
        }
        found.addAll(shared ? ofTable.subList(Math.min(1, ofTable.size()), ofTable.size()) : ofTable);
        return found;
    }

    private static boolean declares(Set<String> keys, String table) {
        return keys.stream()
                .anyMatch(key -> key.substring(0, key.lastIndexOf('.')).equals(table));
    }

    /**
     * Returns the index of the last line of the value that begins in the line {@code first}. A list or a string can
     * span several lines.
     */
    private static int end(List<String> lines, int first) {
        int depth = 0;
        String quote = "";
        for (int i = first; i < lines.size(); i++) {
            String rest = lines.get(i);
            Matcher text = TEXTS.matcher(rest);
            StringBuilder bare = new StringBuilder();
            int from = 0;
            while (text.find()) {
                boolean triple = text.group().equals("\"\"\"") || text.group().equals("'''");
                if (quote.isEmpty()) {
                    bare.append(rest, from, text.start());
                    quote = triple ? text.group() : "";
                } else if (text.group().equals(quote)) {
                    quote = "";
                }
                from = text.end();
            }
            bare.append(quote.isEmpty() ? rest.substring(from) : "");
            depth += bare.chars().map(c -> c == '[' ? 1 : c == ']' ? -1 : 0).sum();
            if (depth <= 0 && quote.isEmpty()) {
                return i;
            }
        }
        return lines.size() - 1;
    }

    /**
     * Comments out the lines of the file that set the given keys, including all lines of their values. Replaces the
     * file atomically.
     */
    public static void commentOut(Path file, Set<String> keys) throws IOException {
        Path real = file.toRealPath();
        List<String> lines = new ArrayList<>(Files.readAllLines(real));
        for (Line line : of(lines, keys)) {
            int last = TABLE.matcher(lines.get(line.index())).matches() ? line.index() : end(lines, line.index());
            for (int i = line.index(); i <= last; i++) {
                lines.set(i, "# " + lines.get(i));
            }
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
        Path part = Files.createTempFile(real.getParent(), ".svc-", ".toml");
        try {
            Files.write(part, lines);
            Files.setPosixFilePermissions(part, permissions);
            Files.move(part, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
