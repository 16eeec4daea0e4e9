package svc.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.keys.KeyJar;
import svc.launcher.config.toml.ConfigProblem;

class HomeInitTest {

    @TempDir
    Path directory;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path home() {
        return directory.resolve("a/home");
    }

    @Test
    void newHomeIsPrivateAndItsConfigurationValid() throws IOException {
        KeyCatalogue catalogue = KeyJar.server(directory);

        assertThat(HomeInit.init(home(), catalogue)).isEmpty();

        Path file = home().resolve("svc.toml");
        assertThat(mode(file)).isEqualTo("rw-------");
        for (String name : List.of("secrets", "data", "extensions", "cache", "run")) {
            assertThat(mode(home().resolve(name))).isEqualTo("rwx------");
        }
        try (Stream<Path> files = Files.list(home())) {
            assertThat(files).hasSize(6);
        }
        StrictToml.Reading reading = StrictToml.read(catalogue, file, List.of());
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().settings())
                .filteredOn(setting -> !setting.source().equals("default"))
                .extracting(setting -> setting.key().address())
                .containsExactly("admin.token");
        assertThat(Files.readString(file)).contains("[server]", "# Where it listens.", "# listen = \"127.0.0.1:8080\"");
    }

    @Test
    void everyCommentedKeyIsValidWhenUncommented() throws IOException {
        KeyCatalogue catalogue = KeyJar.server(directory);
        assertThat(HomeInit.init(home(), catalogue)).isEmpty();
        Path file = home().resolve("svc.toml");

        Files.writeString(file, Files.readString(file).replaceAll("(?m)^# ([a-z_]+ = )", "$1"));

        StrictToml.Reading reading = StrictToml.read(catalogue, file, List.of());
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().settings())
                .noneMatch(setting -> setting.source().equals("default"));
    }

    @Test
    void everyHomeHasItsOwnToken() throws IOException {
        KeyCatalogue catalogue = KeyJar.server(directory);
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Path home = directory.resolve("home" + i);
            assertThat(HomeInit.init(home, catalogue)).isEmpty();
            Files.readString(home.resolve("svc.toml"))
                    .lines()
                    .filter(line -> line.startsWith("token = "))
                    .forEach(tokens::add);
        }

        assertThat(tokens).hasSize(20).allMatch(line -> line.matches("token = \"[A-Za-z0-9_-]{43}\""));
    }

    @Test
    void existingConfigurationIsKept() throws IOException {
        Files.createDirectories(home());
        Path file = Files.writeString(home().resolve("svc.toml"), "mine");

        assertThat(HomeInit.init(home(), KeyJar.server(directory)))
                .map(ConfigProblem::sentence)
                .contains("The home " + home() + " has a configuration already, which stays as it is.");
        assertThat(file).hasContent("mine");
    }

    @Test
    void concurrentInitWritesTheFileAtomicallyOnce() throws Exception {
        KeyCatalogue catalogue = KeyJar.server(directory);
        HomeInit.directories(home());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Boolean> init = () -> HomeInit.init(home(), catalogue).isEmpty();
            List<Future<Boolean>> all = threads.invokeAll(java.util.Collections.nCopies(8, init));
            int written = 0;
            for (Future<Boolean> one : all) {
                written += one.get() ? 1 : 0;
            }
            assertThat(written).isOne();
        } finally {
            threads.shutdownNow();
        }
        assertThat(StrictToml.read(catalogue, home().resolve("svc.toml"), List.of())
                        .problems())
                .isEmpty();
    }
}
