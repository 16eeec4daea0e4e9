package svc.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.keys.KeyJar;
import svc.launcher.config.toml.ConfigProblem;
import svc.testkit.Covers;

/** Random damage to a valid file: the result is values or problems, and never contains a secret. */
class HostileTomlTest {

    private static final String SECRET = "Zk9sEcReTv4luQ7x";

    private static final String GOOD = """
            # A good file, with ümlauts and a \uD83D\uDE00.
            [server]
            listen = "127.0.0.1:8080" # here
            trusted_proxies = [ "10.0.0.1",
              'x', # two
            ]
            ports = [1, 2]
            body_max = 1_000_000

            [auth]
            dpop_resource = "off"
            basic = true
            ratio = 1e-3
            tokens = { hours = 0x18 }
            [admin]
            token = "%s"
            """.formatted(SECRET);

    private static final List<String> PIECES = List.of(
            "[",
            "]",
            "[[",
            "]]",
            "{",
            "}",
            "\"",
            "'",
            "\"\"\"",
            "'''",
            "=",
            ".",
            ",",
            "#",
            "\n",
            "\r",
            "\r\n",
            "\\",
            "\\u",
            "\\x",
            "\0",
            "\uFEFF",
            "\u202E",
            "\u001B",
            "ü",
            "1979-05-27T07:32:00Z",
            "inf",
            "-",
            "+",
            "_",
            "0x",
            "1e999",
            "99999999999999999999",
            "server",
            "[server]",
            "a.b.c = 1\n",
            "[admin.token]",
            "token",
            " ",
            "\t",
            "true");

    @TempDir
    Path directory;

    private void round(KeyCatalogue catalogue, Path file, Random random) throws IOException {
        StringBuilder text = new StringBuilder(GOOD);
        for (int edits = 1 + random.nextInt(6); edits > 0 && text.length() > 0; edits--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(20)));
                case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x250));
                case 3 -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(60))));
                default -> text.setLength(Math.max(1, random.nextInt(8) == 0 ? at : text.length()));
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        // The damage may leave an empty file, which is valid input.
        if (bytes.length > 0 && random.nextInt(10) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        Files.write(file, bytes);
        String override = text.substring(0, Math.min(text.length(), random.nextInt(60)));
        StrictToml.Reading reading = StrictToml.read(catalogue, file, List.of(override));
        for (ConfigProblem problem : reading.problems()) {
            assertThat(problem.sentence()).as(text.toString()).isNotBlank().doesNotContain("\n", "\u001B", "\u202E");
            assertThat(problem.remedy()).as(text.toString()).isNotBlank();
        }
        assertThat(reading.configuration().properties()).containsKeys("svc.server", "svc.admin");
    }

    /** Damages only the line of the secret: no part of it is in any message, unless it has become a name. */
    private void secretRound(KeyCatalogue catalogue, Path file, Random random) throws IOException {
        String before = "token = \"";
        StringBuilder line = new StringBuilder(before + SECRET + "\"");
        int at = 6 + random.nextInt(line.length() - 6);
        line.insert(at, PIECES.get(random.nextInt(PIECES.size())).replaceAll("[\n\r\\[=]", "?"));
        if (random.nextBoolean()) {
            line.deleteCharAt(6 + random.nextInt(line.length() - 6));
        }
        Files.writeString(file, "[admin]\n" + line + "\n");
        for (ConfigProblem problem :
                StrictToml.read(catalogue, file, List.of("admin." + line)).problems()) {
            String output = problem.text() + problem.remedy();
            boolean leaked = IntStream.rangeClosed(0, SECRET.length() - 5)
                    .anyMatch(i -> output.contains(SECRET.substring(i, i + 5)));
            if (leaked) {
                throw new AssertionError(line + " is told by " + output);
            }
        }
    }

    private void rounds(int count, long seed) throws IOException {
        KeyCatalogue catalogue = KeyJar.server(directory);
        Path file = directory.resolve("svc.toml");
        Files.writeString(file, GOOD);
        assertThat(StrictToml.read(catalogue, file, List.of()).problems()).isEmpty();
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            round(catalogue, file, random);
            secretRound(catalogue, file, random);
        }
    }

    @Test
    @Covers("CFG-01")
    void randomDamageYieldsOnlyProblems() throws IOException {
        rounds(200, 42);
    }

    @Test
    @Tag("soak")
    void heavyRandomDamageYieldsOnlyProblems() throws IOException {
        rounds(20_000, 7);
    }

    @Test
    void randomDamageToAJarYieldsOnlyProblems() throws IOException {
        Path jar = new KeyJar("some")
                .pid("svc.some", "<AD id=\"x\" type=\"String\" cardinality=\"3\" default=\"a,b\" min=\"1\"/>")
                .in(directory);
        byte[] good = Files.readAllBytes(jar);
        Random random = new Random(42);
        for (int i = 0; i < 300; i++) {
            byte[] bad = good.clone();
            for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            Files.write(jar, bad);
            assertThat(KeyCatalogue.of(List.of(jar)).keys()).hasSizeLessThan(2);
        }
    }
}
