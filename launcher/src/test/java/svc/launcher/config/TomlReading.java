package svc.launcher.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.keys.KeyJar;

/** Reads texts as the launcher reads {@code svc.toml}, against the catalogue of a small server. */
public abstract class TomlReading {

    @TempDir
    public Path directory;

    private KeyCatalogue catalogue = KeyCatalogue.of(List.of());

    @BeforeEach
    void makeCatalogue() {
        catalogue = KeyJar.server(directory);
    }

    public final KeyCatalogue catalogue() {
        return catalogue;
    }

    /** Uses only the keys of this jar from now on. */
    public final void declare(KeyJar jar) {
        catalogue = KeyCatalogue.of(List.of(jar.in(directory)));
    }

    public final StrictToml.Reading read(byte[] toml, String... overrides) {
        Path file = directory.resolve("svc.toml");
        try {
            Files.write(file, toml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return StrictToml.read(catalogue, file, List.of(overrides));
    }

    public final StrictToml.Reading read(String toml, String... overrides) {
        return read(toml.getBytes(StandardCharsets.UTF_8), overrides);
    }

    /** Returns the problems, without the directory. */
    public final List<String> problems(String toml, String... overrides) {
        return read(toml, overrides).problems().stream()
                .map(problem -> problem.text().replace(directory + "/", ""))
                .toList();
    }
}
