package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Prerequisite;

/** The shipped parts and their licences. It runs after {@code package}, because it reads the distribution. */
final class PartsIT {

    private static final Path ROOT = Repository.here().root();
    private static final Path DISTRIBUTION = ROOT.resolve("launcher/target/svc");

    @Test
    void everyShippedPartIsListedWithAnAllowedLicence() throws IOException {
        Path list = DISTRIBUTION.resolve("sbom.json");
        // The plugin that writes the list does nothing in Maven's offline mode.
        Prerequisite.installable(
                "PartsIT",
                !System.getProperty("svc.maven.mode", "").equals("offline true") || Files.exists(list),
                "built with mvn -o: no sbom.json");
        Map<String, String> jars = serverJars();

        assertThat(jars).hasSizeGreaterThan(20).containsKey("lib/launcher.jar");
        assertThat(Parts.violations(jars, Parts.read(Files.readString(list)), allowed()))
                .isEmpty();
    }

    @Test
    void testsAreNotShipped() throws IOException {
        assertThat(serverJars().keySet())
                .noneMatch(
                        jar -> jar.matches(".*(svc\\.testkit|svc\\.testclock|svc\\.store\\.memory|junit|assertj).*"));
    }

    @Test
    void repositoryForAuthorsHasSourcesAndJavadocOfBundlesOfThisBuildOnly() throws IOException {
        Set<String> jars = Parts.jars(DISTRIBUTION.resolve("repository")).keySet();
        assertThat(jars).isNotEmpty().allMatch(jar -> jar.matches("svc/svc\\.[a-z.]+/.*"));
        for (String bundle : List.of("svc.api", "svc.testkit", "svc.testkit.engine", "svc.cap.mail")) {
            assertThat(jars.stream().filter(jar -> jar.startsWith("svc/" + bundle + "/")))
                    .hasSize(3)
                    .anyMatch(jar -> jar.endsWith("-sources.jar"))
                    .anyMatch(jar -> jar.endsWith("-javadoc.jar"));
        }
    }

    /** Returns the jars that the server uses. */
    private static Map<String, String> serverJars() throws IOException {
        Map<String, String> jars = Parts.jars(DISTRIBUTION);
        jars.keySet().removeIf(jar -> jar.startsWith("repository/"));
        return jars;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {"license":{"id":"MIT"}}                                    | aa |
            {"license":{"id":"LGPL-3.0-only"}},{"license":{"id":"MIT"}} | aa |
            {"license":{"id":"LGPL-3.0-only"}}                          | aa | g:n:1: none of its licences [LGPL-3.0-only]
            {"license":{"name":"Somebody's own"}}                       | aa | g:n:1: none of its licences [Somebody's own]
            ''                                                          | aa | g:n:1: names no licence
            {"license":{"id":"MIT"}}                                    | bb | bundles/10/x.jar: is shipped but not in sbom.json
            """)
    void namesForbiddenParts(String licences, String hash, String message) throws IOException {
        List<Parts.Part> parts = Parts.read("""
                {"components":[{"group":"g","name":"n","version":"1","licenses":[%s],
                 "hashes":[{"alg":"SHA-1","content":"cc"},{"alg":"SHA-256","content":"aa"}]},
                 {"group":"svc","name":"svc.x","version":"1"}]}
                """.formatted(licences));
        List<String> found =
                Parts.violations(Map.of("bundles/10/x.jar", hash, "lib/launcher.jar", "dd"), parts, Set.of("MIT"));

        if (message == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).singleElement().asString().startsWith(message);
        }
    }

    private static Set<String> allowed() throws IOException {
        Path file = ROOT.resolve("launcher/src/test/resources/svc/launcher/rules/allowed-licences.txt");
        Set<String> ids = new TreeSet<>(Files.readAllLines(file));
        ids.removeIf(line -> line.isBlank() || line.startsWith("#"));
        return ids;
    }
}
