package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DependencyRulesTest {

    private static final Repository REPOSITORY = Repository.here();

    private final DependencyRules rules = new DependencyRules(table());

    @Test
    void builtBundlesFollowTheRules() {
        List<BundleJar> bundles =
                REPOSITORY.bundles().stream().map(BundleJar::of).toList();

        assertThat(bundles).hasSizeGreaterThan(10);
        assertThat(rules.violations(bundles)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            svc.push         | Import-Package        | svc.core;version="[1.0,2)"                   | of another bundle
            svc.push         | Import-Package        | svc.core;resolution:=optional                | of another bundle
            svc.testkit      | Import-Package        | svc.core                                     | of another bundle
            svc.push         | Import-Package        | svc.api.engine                               | comes from Call.scope
            svc.push         | Import-Package        | com.fasterxml.jackson.databind;uses:="a,b"   | belongs to svc.json
            svc.push         | Import-Package        | com.example.unheard.of                       | gives to no bundle
            svc.push         | Import-Package        | jakarta.servlet.http                         | belongs to servlet
            svc.api          | Import-Package        | org.jspecify.annotations                     | imports java.* only
            svc.push         | Export-Package        | svc.push;version="1.0.0"                     | only svc.api exports
            svc.push         | DynamicImport-Package | *                                            | which no bundle
            svc.push         | Bundle-Activator      | svc.push.Activator                           | which no bundle
            svc.push         | Bundle-SymbolicName   | svc.other                                    | not that of its folder
            """)
    void namesViolations(String folder, String header, String value, String message) {
        BundleJar bundle = bundle(folder, Map.of(header, value), Set.of(folder));

        assertThat(rules.violations(List.of(bundle))).singleElement().asString().contains(folder, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            svc.push      | Import-Package | java.util,javax.net.ssl,svc.api.time,org.slf4j
            svc.push      | Import-Package | svc.cap.mail.api
            svc.json      | Import-Package | com.fasterxml.jackson.databind
            svc.http      | Import-Package | jakarta.servlet.http,org.eclipse.jetty.server
            svc.cap.mail  | Export-Package | svc.cap.mail.api
            svc.testkit.engine | Import-Package | svc.core,svc.json
            svc.core      | Import-Package | svc.api.engine
            svc.cap.mail  | Import-Package | svc.mime
            svc.mime      | Export-Package | svc.mime
            """)
    void acceptsAllowedDependencies(String folder, String header, String value) {
        BundleJar bundle = bundle(folder, Map.of(header, value), Set.of(folder));

        assertThat(rules.violations(List.of(bundle))).isEmpty();
    }

    @Test
    void bundleWithServletCanImportTheServletApi() {
        BundleJar bundle = bundle(
                "svc.admin",
                Map.of(
                        "Import-Package", "jakarta.servlet",
                        "Provide-Capability",
                                "osgi.service;objectClass:List<String>=\"jakarta.servlet.Servlet\";uses:=\"jakarta.servlet\""),
                Set.of("svc.admin"));

        assertThat(rules.violations(List.of(bundle))).isEmpty();
    }

    @Test
    void packageOutsideTheBundleIsAViolation() {
        BundleJar bundle = bundle("svc.push", Map.of(), Set.of("svc.push", "svc.push.send", "svc.pull"));

        assertThat(rules.violations(List.of(bundle))).singleElement().asString().contains("svc.pull");
    }

    private static BundleJar bundle(String folder, Map<String, String> headers, Set<String> packages) {
        Map<String, String> all = new java.util.HashMap<>(Map.of("Bundle-SymbolicName", folder));
        all.putAll(headers);
        return new BundleJar(folder, all, packages);
    }

    private static List<String> table() {
        try {
            Path file = REPOSITORY.root().resolve("launcher/src/test/resources/svc/launcher/rules/libraries.txt");
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
