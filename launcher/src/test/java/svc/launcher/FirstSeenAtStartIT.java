package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** Jars that lie in {@code extensions/} before the server has ever seen them: which of them a start can do without. */
@Covers(value = "OSGI-03", part = "at a start")
final class FirstSeenAtStartIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GREETING = "\n[visitor]\ngreeting = \"welcome\"\n";

    @TempDir
    Path directory;

    private Path home;

    @BeforeEach
    void makeHome() {
        home = directory.resolve("home");
        assertThat(svc("init").exit()).isZero();
    }

    @Test
    void aBadJarIsRefusedAndTheServerStarts() throws Exception {
        drop("half.jar", JarWorkshop.truncated(JarWorkshop.sound("org.example.half", "1.0.0")));
        drop("text.jar", "no zip at all".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        drop("odd.jar", JarWorkshop.badMetatype("org.example.odd").bytes());
        drop("typed.jar", unknownType("org.example.typed").bytes());
        JarWorkshop.sound("org.example.sound", "1.0.0").writeTo(home.resolve("extensions/sound.jar"));
        for (int start = 1; start <= 2; start++) {
            try (RunningServer server = SvcCommand.svc().start(home).ready()) {
                JsonNode list =
                        JSON.readTree(server.svc("bundle", "list", "--json").out());
                assertVerdict(list, "half.jar", "refused", "not a whole zip file");
                assertVerdict(list, "text.jar", "refused", "not a whole zip file");
                assertVerdict(list, "odd.jar", "refused", "OSGI-INF/metatype/broken.xml, cannot be used");
                assertVerdict(list, "org.example.typed", "refused", "gives colour the unknown type");
                assertVerdict(list, "org.example.sound", "active", "");
                assertThat(server.svc("doctor", "--only", "bundles").out())
                        .contains("The extension half.jar is refused", "The extension org.example.typed is refused");
                assertThat(server.err()).contains("is refused (odd.jar)");
                assertThat(server.terminate()).isZero();
            }
        }
        assertThat(Files.readString(home.resolve("data/refused-extensions.properties")))
                .contains("half.jar", "text.jar", "odd.jar", "typed.jar");
    }

    @Test
    @Covers("CFG-01")
    void keysOfAJarThatCannotBeReadRefuseTheStartAndNameIt() throws Exception {
        Files.writeString(home.resolve("svc.toml"), GREETING, StandardOpenOption.APPEND);
        drop("visitor.jar", JarWorkshop.truncated(VisitorBundle.version("1.0.0")));

        assertThat(run())
                .satisfies(refused -> assertThat(refused.exit()).isEqualTo(78))
                .extracting(SvcCommand.Finished::err)
                .asString()
                .contains("There is no table [visitor]; the jar visitor.jar could not be read and may be the one that"
                        + " declares it.")
                .contains("svc bundle remove visitor.");
        assertThat(svc("bundle", "remove", "visitor").exit()).isZero();
        assertThat(run().err()).contains("There is no table [visitor].");

        VisitorBundle.version("1.0.0").writeTo(home.resolve("extensions/visitor.jar"));
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.get(server.url() + "/visitor/").body()).startsWith("welcome 1.0.0");
        }
    }

    @Test
    void keysOfAJarThatBrokeWhileTheServerRanDoNotStopTheNextStart() throws Exception {
        Files.writeString(home.resolve("svc.toml"), GREETING, StandardOpenOption.APPEND);
        VisitorBundle.version("1.0.0").writeTo(home.resolve("extensions/visitor.jar"));
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            drop("visitor.jar", JarWorkshop.truncated(VisitorBundle.version("1.1.0")));
            server.await(
                    "refused",
                    () -> server.command("", "bundle", "explain", "visitor.jar")
                            .out()
                            .contains("refused"));
            assertThat(server.terminate()).isZero();
        }
        for (int start = 1; start <= 2; start++) {
            try (RunningServer server = SvcCommand.svc().start(home).ready()) {
                assertThat(server.svc("bundle", "explain", "visitor.jar").out()).contains("refused");
                assertThat(server.terminate()).isZero();
            }
        }
    }

    @Test
    @Covers("UPG-01")
    void aMigrationThatFailsRefusesTheStartNamesTheWayOutAndLeavesTheDatabaseAsItIs() throws Exception {
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.terminate()).isZero();
        }
        byte[] before = Files.readAllBytes(home.resolve("data/svc.db"));
        JarWorkshop.migrating("org.example.broken", "1.0.0", "org.example.broken", "create table t (")
                .writeTo(home.resolve("extensions/broken.jar"));

        SvcCommand.Finished refused = run();
        assertThat(refused.exit()).isEqualTo(78);
        assertThat(refused.err()).contains("V1__step.sql", "svc bundle remove org.example.broken");
        assertThat(Files.readAllBytes(home.resolve("data/svc.db"))).isEqualTo(before);
        assertThat(svc("bundle", "remove", "org.example.broken").exit()).isZero();
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.terminate()).isZero();
        }
    }

    @Test
    @Covers("CFG-01")
    void whatIsTakenOutWithoutAServerNamesTheLinesToDeleteWithoutTheirValues() throws Exception {
        Files.writeString(home.resolve("svc.toml"), GREETING, StandardOpenOption.APPEND);
        VisitorBundle.version("1.0.0").writeTo(home.resolve("extensions/visitor.jar"));

        SvcCommand.Finished removed = svc("bundle", "remove", "org.example.visitor", "--json");
        assertThat(removed.exit()).as(removed.err()).isZero();
        assertThat(JSON.readTree(removed.out()).path("delete"))
                .extracting(line -> line.asText().replaceFirst("^svc.toml:\\d+: ", ""))
                .containsExactly("[visitor]", "[visitor] greeting");
        assertThat(run().err()).contains("There is no table [visitor].");
    }

    private static void assertVerdict(JsonNode list, String name, String state, String reason) {
        for (JsonNode row : list) {
            if (row.path("name").asText().equals(name)) {
                assertThat(row.path("state").asText()).isEqualTo(state);
                assertThat(row.path("reason").asText()).contains(reason);
                assertThat(row.path("remedy").asText().isEmpty()).isEqualTo(reason.isEmpty());
                return;
            }
        }
        throw new AssertionError("There is no bundle " + name);
    }

    private static JarRecipe unknownType(String name) {
        return JarWorkshop.sound(name, "1.0.0").entry("OSGI-INF/metatype/colour.xml", """
                <?xml version="1.0" encoding="UTF-8"?>
                <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
                  <OCD id="svc.paint" name="paint"><AD id="colour" type="Paint"/></OCD>
                  <Designate pid="svc.paint"><Object ocdref="svc.paint"/></Designate>
                </metatype:MetaData>
                """);
    }

    private void drop(String name, byte[] bytes) {
        JarRecipe.write(bytes, home.resolve("extensions").resolve(name));
    }

    private SvcCommand.Finished run() {
        return SvcCommand.svc().run("run", "--home", home.toString(), "--set", "server.listen=\"127.0.0.1:0\"");
    }

    private SvcCommand.Finished svc(String... words) {
        return SvcCommand.svc().in(home, words);
    }
}
