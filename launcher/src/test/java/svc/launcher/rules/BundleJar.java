package svc.launcher.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A built bundle as the framework sees it.
 *
 * @param folder the name of its folder under {@code bundles}
 * @param headers its manifest
 * @param packages the packages of its classes, with dots
 */
record BundleJar(String folder, Map<String, String> headers, Set<String> packages) {

    /** Reads the last built jar of a bundle. */
    static BundleJar of(Path folder) {
        Path jar = jarOf(folder);
        try (JarFile file = new JarFile(jar.toFile())) {
            Map<String, String> headers = new LinkedHashMap<>();
            Attributes attributes = file.getManifest().getMainAttributes();
            attributes.forEach((name, value) -> headers.put(name.toString(), value.toString()));
            Set<String> packages = file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class")
                            && !name.endsWith("-info.class")
                            && name.contains("/")
                            && !name.startsWith("META-INF/"))
                    .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
            return new BundleJar(folder.getFileName().toString(), headers, packages);
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " cannot be read", e);
        }
    }

    /** Returns the jar in the folder of a bundle. */
    static Path jarOf(Path folder) {
        String prefix = folder.getFileName() + "-";
        try (Stream<Path> built = Files.list(folder.resolve("target"))) {
            return built.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .filter(file -> !file.getFileName().toString().matches(".*-(sources|javadoc|tests)\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(folder + " has no built jar: run `make test`"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the bundle has no classes yet. */
    boolean isEmpty() {
        return packages.isEmpty();
    }

    String symbolicName() {
        return headers.getOrDefault("Bundle-SymbolicName", "").replaceAll(";.*", "");
    }

    /** Returns the imported packages with their directives. */
    Map<String, String> imports() {
        return clauses(headers.getOrDefault("Import-Package", ""));
    }

    /** Returns the exported packages with their attributes. */
    Map<String, String> exports() {
        return clauses(headers.getOrDefault("Export-Package", ""));
    }

    /** Returns whether it registers a service of that interface by Declarative Services. */
    boolean registers(String service) {
        return headers.getOrDefault("Provide-Capability", "").contains(service);
    }

    /** Splits a header at commas outside of quotes; returns the text after the first semicolon by name. */
    private static Map<String, String> clauses(String header) {
        Map<String, String> result = new LinkedHashMap<>();
        for (String clause : split(header)) {
            int semicolon = clause.indexOf(';');
            result.put(
                    semicolon < 0
                            ? clause.strip()
                            : clause.substring(0, semicolon).strip(),
                    semicolon < 0 ? "" : clause.substring(semicolon + 1));
        }
        return result;
    }

    private static List<String> split(String header) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int at = 0; at < header.length(); at++) {
            char letter = header.charAt(at);
            quoted ^= letter == '"';
            if (letter == ',' && !quoted) {
                parts.add(header.substring(start, at));
                start = at + 1;
            }
        }
        if (!header.isBlank()) {
            parts.add(header.substring(start));
        }
        return parts;
    }
}
