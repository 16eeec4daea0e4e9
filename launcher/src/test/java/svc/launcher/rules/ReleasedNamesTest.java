package svc.launcher.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** Names that a release has stored or published: a later release keeps them, whatever its types are called. */
final class ReleasedNamesTest {

    private static final Path RELEASED = Path.of("launcher/src/test/resources/svc/launcher/rules/released-0.30.0.txt");

    private final Repository repository = Repository.here();

    @Test
    @Covers(value = "UPG-01", part = "stored and published names of a release stay")
    void scriptsNamespacesJobsMetricsAndKeysOfARelease() throws IOException {
        Map<String, Path> scripts = repository.files().stream()
                .filter(file -> repository.name(file).contains("/src/main/resources/migrations/"))
                .collect(Collectors.toMap(file -> file.getFileName().toString(), file -> file));
        String manifests = text(".*/(bnd\\.bnd|pom\\.xml)");
        String sources = text(".*/src/main/java/.*\\.java");
        List<String> missing = new ArrayList<>();
        for (String line : Files.readAllLines(repository.root().resolve(RELEASED))) {
            String[] words = line.split(" ", -1);
            boolean kept = switch (words[0]) {
                case "#" -> true;
                case "script" ->
                    scripts.containsKey(words[1])
                            && sha256(scripts.get(words[1])).equals(words[2]);
                case "namespace" ->
                    manifests.contains("Svc-Migrations: " + words[1] + ";")
                            || manifests.contains("<Svc-Migrations>" + words[1] + ";");
                case "job", "metric" -> sources.contains("\"" + words[1] + "\"");
                case "key" -> declares(sources, words[1], words[2]);
                default -> throw new IllegalStateException(line);
            };
            if (!kept) {
                missing.add(line);
            }
        }

        assertThat(missing).isEmpty();
    }

    private static boolean declares(String sources, String table, String key) {
        return Pattern.compile("@ObjectClassDefinition\\(.*?\\n}\\n", Pattern.DOTALL)
                .matcher(sources)
                .results()
                .map(found -> found.group())
                .anyMatch(text -> text.contains("id = \"" + table + "\"") && text.contains(" " + key + "()"));
    }

    private String text(String name) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : repository.files()) {
            if (repository.name(file).matches(name)) {
                all.append(Files.readString(file)).append('\n');
            }
        }
        return all.toString();
    }

    private static String sha256(Path file) throws IOException {
        try {
            byte[] bytes = Files.readString(file).getBytes(UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
