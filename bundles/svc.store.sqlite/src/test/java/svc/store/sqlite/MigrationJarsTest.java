package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command without the server knows of the bundles. */
class MigrationJarsTest {

    @TempDir
    Path folder;

    @Test
    void theJarsOfTheDistributionAndOfTheHomeAreRead() throws IOException {
        jar("dist/bundles/20/core.jar", "svc.store.sqlite", "core", Map.of("migrations/V1__a.sql", "SELECT 1"));
        jar("dist/bundles/50/plain.jar", "plain", "", Map.of());
        jar(
                "home/extensions/acme.jar",
                "acme;singleton:=true",
                "acme.x;path=db",
                Map.of(
                        "db/V2__b.sql",
                        "SELECT 2",
                        "db/V1__a.sql",
                        "SELECT 1",
                        "db/more/V9__no.sql",
                        "",
                        "V1__no.sql",
                        ""));
        Files.writeString(folder.resolve("home/extensions/broken.jar"), "no jar at all");

        assertThat(jars().sets())
                .containsExactly(
                        new MigrationSet("core", "svc.store.sqlite", false, List.of(script("V1__a.sql", 1))),
                        new MigrationSet(
                                "acme.x", "acme", true, List.of(script("V1__a.sql", 1), script("V2__b.sql", 2))));
    }

    @Test
    void aJarThatWasRefusedWhileRunningIsLeftOutUntilItChanges() throws Exception {
        Path jar = jar("home/extensions/acme.jar", "acme", "acme", Map.of("migrations/V1__a.sql", "NONSENSE"));
        assertThat(jars().sets()).hasSize(1);
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        Files.createDirectories(folder.resolve("home/data"));
        Files.writeString(folder.resolve("home/data/refused-extensions.properties"), hash + ".stage=RUN\n");
        assertThat(jars().sets()).isEmpty();
        jar("home/extensions/acme.jar", "acme", "acme", Map.of("migrations/V1__a.sql", "SELECT 1"));
        assertThat(jars().sets()).hasSize(1);
    }

    @Test
    void aBrokenJarOfTheDistributionIsSaid() throws IOException {
        Files.createDirectories(folder.resolve("dist/bundles/20"));
        Files.writeString(folder.resolve("dist/bundles/20/core.jar"), "no jar at all");
        assertThatThrownBy(() -> jars().sets())
                .isInstanceOf(SchemaRefusal.class)
                .hasMessageContaining("core.jar cannot be read");
    }

    @Test
    void nothingInstalledIsNothing() {
        assertThat(jars().sets()).isEmpty();
    }

    private MigrationJars jars() {
        return new MigrationJars(folder.resolve("dist"), folder.resolve("home"));
    }

    private static MigrationScript script(String file, int n) {
        return new MigrationScript(n, file, "SELECT " + n);
    }

    private Path jar(String path, String name, String header, Map<String, String> scripts) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", name);
        if (!header.isEmpty()) {
            manifest.getMainAttributes().putValue(MigrationHeader.NAME, header);
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
        return file;
    }
}
