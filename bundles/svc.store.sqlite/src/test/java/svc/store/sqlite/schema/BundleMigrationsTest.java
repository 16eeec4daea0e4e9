package svc.store.sqlite.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.schema.BundleMigrations.Header;
import svc.store.sqlite.schema.MigrationSet.Script;

/** The migrations that a command without the server finds. */
class BundleMigrationsTest {

    @TempDir
    Path folder;

    @Test
    void theJarsOfTheDistributionAreReadAndTheExtensionsAreTheInstalledOnes() throws IOException {
        jar("dist/bundles/20/core.jar", "svc.store.sqlite", "core", Map.of("migrations/V1__a.sql", "SELECT 1"));
        jar("dist/bundles/50/plain.jar", "plain", "", Map.of());
        jar(
                "dist/bundles/50/mail.jar",
                "svc.mail;singleton:=true",
                "mail.x;path=db",
                Map.of(
                        "db/V2__b.sql",
                        "SELECT 2",
                        "db/V1__a.sql",
                        "SELECT 1",
                        "db/more/V9__no.sql",
                        "",
                        "V1__no.sql",
                        ""));
        MigrationSet acme = new MigrationSet("acme", "acme", true, List.of(script("V1__a.sql", 1)));
        MigrationSet core = new MigrationSet("core", "svc.store.sqlite", false, List.of(script("V1__a.sql", 1)));

        assertThat(BundleMigrations.onDisk(folder.resolve("dist"), List.of(core, acme)))
                .containsExactly(
                        core,
                        new MigrationSet(
                                "mail.x", "svc.mail", false, List.of(script("V1__a.sql", 1), script("V2__b.sql", 2))),
                        acme);
    }

    @Test
    void aBrokenJarOfTheDistributionIsSaid() throws IOException {
        Files.createDirectories(folder.resolve("dist/bundles/20"));
        Files.writeString(folder.resolve("dist/bundles/20/core.jar"), "no jar at all");
        assertThatThrownBy(this::jars)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("core.jar cannot be read");
    }

    @Test
    void nothingInstalledIsNothing() {
        assertThat(jars()).isEmpty();
    }

    private List<MigrationSet> jars() {
        return BundleMigrations.onDisk(folder.resolve("dist"), List.of());
    }

    private static Script script(String file, int n) {
        return new Script(n, file, "SELECT " + n);
    }

    private void jar(String path, String name, String header, Map<String, String> scripts) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", name);
        if (!header.isEmpty()) {
            manifest.getMainAttributes().putValue(Header.NAME, header);
        }
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, String> script : new TreeMap<>(scripts).entrySet()) {
                jar.putNextEntry(new JarEntry(script.getKey()));
                jar.write(script.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
    }
}
