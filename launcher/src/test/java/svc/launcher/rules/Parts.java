package svc.launcher.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The list of parts of the distribution ({@code sbom.json}, CycloneDX), compared with the shipped jars. */
final class Parts {

    private Parts() {}

    /**
     * A part.
     *
     * @param name group, name and version
     * @param licences the ids or names of its licences
     * @param sha256 the hash of its jar
     */
    record Part(String name, Set<String> licences, String sha256) {

        boolean ours() {
            return name.startsWith("svc:");
        }
    }

    /** Reads a CycloneDX list. */
    static List<Part> read(String json) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (JsonNode component : new ObjectMapper().readTree(json).path("components")) {
            Set<String> licences = new TreeSet<>();
            for (JsonNode entry : component.path("licenses")) {
                JsonNode licence = entry.path("license");
                Stream.of(licence.path("id"), licence.path("name"), entry.path("expression"))
                        .map(node -> node.asText(""))
                        .filter(text -> !text.isEmpty())
                        .forEach(licences::add);
            }
            String hash = "";
            for (JsonNode entry : component.path("hashes")) {
                hash = entry.path("alg").asText("").equals("SHA-256")
                        ? entry.path("content").asText("")
                        : hash;
            }
            String name = Stream.of("group", "name", "version")
                    .map(key -> component.path(key).asText(""))
                    .collect(java.util.stream.Collectors.joining(":"));
            parts.add(new Part(name, licences, hash));
        }
        return parts;
    }

    /**
     * Returns the violations.
     *
     * @param jars the shipped jars with their SHA-256; the launcher's jar is the subject of the list and not a part
     * @param allowed the permitted licences
     */
    static List<String> violations(Map<String, String> jars, List<Part> parts, Set<String> allowed) {
        List<String> found = new ArrayList<>();
        Set<String> listed = new TreeSet<>();
        parts.forEach(part -> listed.add(part.sha256()));
        jars.forEach((jar, hash) -> {
            if (!jar.equals("lib/launcher.jar") && !listed.contains(hash)) {
                found.add(jar + ": is shipped but not in sbom.json; make it a dependency of the launcher's pom");
            }
        });
        for (Part part : parts) {
            if (!part.ours() && part.licences().isEmpty()) {
                found.add(part.name() + ": names no licence");
            } else if (!part.ours() && part.licences().stream().noneMatch(allowed::contains)) {
                found.add(part.name() + ": none of its licences " + part.licences() + " is in allowed-licences.txt");
            }
        }
        return found;
    }

    /** Returns the jars under a folder with their SHA-256. */
    static Map<String, String> jars(Path folder) throws IOException {
        Map<String, String> jars = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jar")).toList()) {
                jars.put(folder.relativize(file).toString(), sha256(file));
            }
        }
        return jars;
    }

    static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
