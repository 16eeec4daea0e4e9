package svc.launcher.rules;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The SQL of the bundles: the statements that their tests ran, and the string constants of their classes. */
record BundleSql(Repository repository) {

    private static final Pattern STATEMENT = Pattern.compile(
            "(?is)\\s*(select\\s.*\\sfrom\\s|insert\\s+into\\s|insert\\s+or\\s|update\\s+\\w+.*\\sset\\s|delete\\s+from\\s|with\\s+\\w+\\s*(\\(|as\\b)).*");

    /** Returns a statement on one line. */
    static String line(String statement) {
        return statement.strip().replaceAll("\\s+", " ");
    }

    /**
     * Returns the statements that the tests of the bundles ran, with a bundle that ran them. Files from before the last
     * compilation of a bundle are left out.
     */
    Map<String, String> seen() throws IOException {
        Map<String, String> seen = new TreeMap<>();
        for (Path bundle : repository.bundles()) {
            FileTime compiled = newest(bundle.resolve("target/classes"));
            if (bundle.endsWith("svc.store.sqlite")) {
                continue; // Its tests run statements that the store must refuse.
            }
            for (Path file : files(bundle.resolve("target/sql-seen"), ".sql")) {
                if (Files.getLastModifiedTime(file).compareTo(compiled) >= 0) {
                    Files.readAllLines(file)
                            .forEach(line ->
                                    seen.putIfAbsent(line, bundle.getFileName().toString()));
                }
            }
        }
        return seen;
    }

    /** Returns the string constants of the classes that look like statements, or the beginning of one, with a class. */
    Map<String, String> constants() throws IOException {
        Map<String, String> constants = new TreeMap<>();
        for (Path bundle : repository.bundles()) {
            if (!bundle.endsWith("svc.store.sqlite")
                    && !bundle.getFileName().toString().startsWith("svc.test")) {
                Path classes = bundle.resolve("target/classes");
                for (Path file : files(classes, ".class")) {
                    for (String text : texts(Files.readAllBytes(file))) {
                        if (STATEMENT.matcher(text).matches()) {
                            constants.putIfAbsent(
                                    line(text), classes.relativize(file).toString());
                        }
                    }
                }
            }
        }
        return constants;
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static FileTime newest(Path classes) throws IOException {
        return files(classes, ".class").stream()
                .map(file -> {
                    try {
                        return Files.getLastModifiedTime(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .max(Comparator.naturalOrder())
                .orElse(FileTime.fromMillis(0));
    }

    /** Returns the string constants of a class file (JVMS §4.4). */
    static Set<String> texts(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        Map<Integer, String> utf8 = new TreeMap<>();
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> utf8.put(i, in.readUTF());
                case 8 -> strings.add(in.readUnsignedShort());
                case 7, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> in.skipNBytes(4);
            }
        }
        Set<String> texts = new TreeSet<>();
        new HashSet<>(strings).forEach(index -> texts.add(utf8.getOrDefault(index, "")));
        return texts;
    }
}
