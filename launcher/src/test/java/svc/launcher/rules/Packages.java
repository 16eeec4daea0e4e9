package svc.launcher.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The packages of one bundle: their files, and the packages of the same bundle that they import.
 *
 * @param bundle the name of the bundle
 * @param files the number of files of each package, {@code package-info.java} included
 * @param imports the packages of the bundle that each package imports
 * @param undocumented the packages without a {@code package-info.java} that has a comment
 */
record Packages(String bundle, Map<String, Integer> files, Map<String, Set<String>> imports, Set<String> undocumented) {

    /** A bundle with more files has sub-packages. */
    static final int FLAT = 30;

    /** The greatest number of files of a package of such a bundle. */
    static final int LARGEST = 25;

    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(svc(?:\\.[a-z0-9_]+)+)\\.[A-Z]", Pattern.MULTILINE);

    /** Reads the packages of a source folder. */
    static Packages of(String bundle, Path sources, List<Path> files) throws IOException {
        Map<String, List<Path>> members = files.stream()
                .collect(Collectors.groupingBy(
                        file -> sources.relativize(file.getParent()).toString().replace('/', '.'),
                        TreeMap::new,
                        Collectors.toList()));
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Set<String>> imports = new TreeMap<>();
        Set<String> undocumented = new TreeSet<>(members.keySet());
        for (Map.Entry<String, List<Path>> one : members.entrySet()) {
            counts.put(one.getKey(), one.getValue().size());
            Set<String> used = new TreeSet<>();
            for (Path file : one.getValue()) {
                String text = Files.readString(file);
                Matcher matcher = IMPORT.matcher(text);
                while (matcher.find()) {
                    used.add(matcher.group(1));
                }
                if (file.endsWith("package-info.java") && text.startsWith("/**")) {
                    undocumented.remove(one.getKey());
                }
            }
            used.retainAll(members.keySet());
            used.remove(one.getKey());
            imports.put(one.getKey(), used);
        }
        return new Packages(bundle, counts, imports, undocumented);
    }

    /**
     * The violations of the rules.
     *
     * @param allowed the packages that may be larger
     */
    List<String> violations(Set<String> allowed) {
        List<String> found = new ArrayList<>();
        if (files.values().stream().mapToInt(Integer::intValue).sum() > FLAT) {
            files.forEach((name, count) -> {
                if (count > LARGEST && !allowed.contains(name)) {
                    found.add(name + ": " + count + " files; a package of a bundle of more than " + FLAT
                            + " files has at most " + LARGEST);
                }
            });
        }
        undocumented.forEach(name -> found.add(name + ": has no package-info.java with a comment"));
        cycle().ifPresent(names -> found.add(String.join(" -> ", names) + ": a cycle of packages"));
        return found;
    }

    private Optional<List<String>> cycle() {
        Set<String> done = new TreeSet<>();
        for (String name : imports.keySet()) {
            List<String> cycle = cycle(name, new LinkedHashSet<>(), done);
            if (!cycle.isEmpty()) {
                return Optional.of(cycle);
            }
        }
        return Optional.empty();
    }

    private List<String> cycle(String name, LinkedHashSet<String> path, Set<String> done) {
        if (!path.add(name)) {
            List<String> names = new ArrayList<>(path);
            List<String> cycle = new ArrayList<>(names.subList(names.indexOf(name), names.size()));
            cycle.add(name);
            return cycle;
        }
        for (String next : done.contains(name) ? Set.<String>of() : imports.getOrDefault(name, Set.of())) {
            List<String> cycle = cycle(next, path, done);
            if (!cycle.isEmpty()) {
                return cycle;
            }
        }
        path.remove(name);
        done.add(name);
        return List.of();
    }
}
