package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Jars that are in {@code extensions/} before the first start: which of them prevent it. */
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
        SvcCommand.makeHome(home);
    }

    @Test
    @Covers(value = "UPG-01", part = "extensions after the distribution")
    void refusedJarsStopNeitherThisStartNorTheNext() throws Exception {
        Files.writeString(home.resolve("svc.toml"), GREETING, StandardOpenOption.APPEND);
        VisitorBundle.version("1.0.0").writeTo(home.resolve("extensions/visitor.jar"));
        drop("half.jar", TestJars.truncated(TestJars.sound("org.example.half", "1.0.0")));
        drop("text.jar", "no zip at all".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        drop("odd.jar", TestJars.badMetatype("org.example.odd").bytes());
        drop("typed.jar", unknownType("org.example.typed").bytes());
        TestJars.sound("org.example.sound", "1.0.0").writeTo(home.resolve("extensions/sound.jar"));
        migrating("org.example.older", "1.1.0", "create table older (x)", "create table later (x)");
        migrating("org.example.good", "1.0.0", "create table good (x)");
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertInvalidJarsAreRefused(server);
            assertVerdict(list(server), "org.example.older", "active", "");
            drop("visitor.jar", TestJars.truncated(VisitorBundle.version("1.1.0")));
            server.await("refused", () -> explained(server, "visitor.jar").contains("refused"));
            assertThat(server.terminate()).isZero();
        }
        assertThat(Files.readString(home.resolve("data/refused-extensions.properties")))
                .contains("half.jar", "text.jar", "odd.jar", "typed.jar");

        migrating("org.example.older", "1.0.0", "create table older (x)");
        migrating("org.example.broken", "1.0.0", "create table half (x); create table t (");
        assertThat(svc("schema-check").out())
                .contains("An extension will be refused: ", "bundle org.example.older does not know");
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertInvalidJarsAreRefused(server);
            assertThat(explained(server, "visitor.jar"))
                    .as("its keys do not stop the start")
                    .contains("refused");
            assertVerdict(list(server), "org.example.broken", "refused", "V1__step.sql of bundle org.example.broken");
            assertVerdict(list(server), "org.example.older", "refused", "a newer version wrote it");
            assertVerdict(list(server), "org.example.good", "active", "");
            assertThat(server.command("", "doctor", "--only", "bundles").out())
                    .contains("The extension org.example.broken is refused", "org.example.older is refused");
            assertThat(server.terminate()).isZero();
        }
        Files.delete(home.resolve("extensions/org.example.good.jar"));
        assertThat(run())
                .satisfies(refused -> assertThat(refused.exit()).isEqualTo(78))
                .extracting(SvcCommand.Finished::err)
                .asString()
                .contains("`svc schema park org.example.good`");
    }

    private static void assertInvalidJarsAreRefused(RunningServer server) throws Exception {
        JsonNode list = list(server);
        assertVerdict(list, "half.jar", "refused", "not a complete zip file");
        assertVerdict(list, "text.jar", "refused", "not a complete zip file");
        assertVerdict(list, "odd.jar", "refused", "OSGI-INF/metatype/broken.xml, cannot be used");
        assertVerdict(list, "org.example.typed", "refused", "gives colour the unknown type");
        assertVerdict(list, "org.example.sound", "active", "");
        assertThat(server.command("", "doctor", "--only", "bundles").out())
                .contains("The extension half.jar is refused", "The extension org.example.typed is refused");
        assertThat(server.err()).contains("is refused (odd.jar)");
    }

    private static JsonNode list(RunningServer server) throws Exception {
        return JSON.readTree(server.command("", "bundle", "list", "--json").out());
    }

    private static String explained(RunningServer server, String name) {
        return server.command("", "bundle", "explain", name).out();
    }

    @Test
    @Covers("CFG-01")
    void keysOfAnUnreadableOrRemovedJarRefuseTheStart() throws Exception {
        Files.writeString(home.resolve("svc.toml"), GREETING, StandardOpenOption.APPEND);
        drop("visitor.jar", TestJars.truncated(VisitorBundle.version("1.0.0")));

        assertThat(run())
                .satisfies(refused -> assertThat(refused.exit()).isEqualTo(78))
                .extracting(SvcCommand.Finished::err)
                .asString()
                .contains("There is no table [visitor]; the jar visitor.jar could not be read and may declare it.")
                .contains("svc bundle remove visitor.");
        assertThat(svc("bundle", "remove", "visitor").exit()).isZero();
        assertThat(run().err()).contains("There is no table [visitor].");

        VisitorBundle.version("1.0.0").writeTo(home.resolve("extensions/visitor.jar"));
        SvcCommand.Finished removed = svc("bundle", "remove", "org.example.visitor", "--json");
        assertThat(removed.exit()).as(removed.err()).isZero();
        assertThat(JSON.readTree(removed.out()).path("delete"))
                .as("the lines of the configuration, without values")
                .extracting(line -> line.asText().replaceFirst("^svc.toml:\\d+: ", ""))
                .containsExactly("[visitor]", "[visitor] greeting");
    }

    @Test
    void onlyListedJarsRunAndUnwatchedFoldersAreIgnored() throws Exception {
        Path listed = home.resolve("extensions/listed.jar");
        TestJars.sound("org.example.listed", "1.0.0").writeTo(listed);
        Path foreign = home.resolve("extensions/foreign.jar");
        TestJars.sound("org.example.foreign", "1.0.0").writeTo(foreign);
        String policy = "[extensions]\nallow = [\"" + sum(listed) + "\"]\nwatch = false\n";
        Path toml = home.resolve("svc.toml");
        Files.writeString(toml, Files.readString(toml).replace("[extensions]\n", policy));
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            JsonNode list = list(server);
            assertVerdict(list, "org.example.listed", "active", "");
            assertVerdict(
                    list,
                    "org.example.foreign",
                    "refused",
                    "Its SHA-256 sum " + sum(foreign) + " is not in [extensions] allow.");
            assertThat(server.command("", "doctor", "--only", "bundles", "--json")
                            .out())
                    .contains(sum(foreign));

            Path copy = directory.resolve("org.example.later.jar");
            TestJars.sound("org.example.later", "1.0.0").writeTo(copy);
            Files.delete(listed);
            assertThat(explained(server, "org.example.listed")).contains("active");
            // Only the command checks the folder: then both changes take effect.
            assertThat(server.command("", "bundle", "install", copy.toString(), "--json")
                            .out())
                    .contains(sum(copy));
            server.await(
                    "the other change took effect",
                    () -> !server.command("", "bundle", "list").out().contains("org.example.listed"));
            assertThat(server.terminate()).isZero();
        }
        Files.writeString(toml, "[extensions]\nallow = [\"abc\"]\n");
        assertThat(run().err()).contains("64 hexadecimal digits");
    }

    private static String sum(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private void migrating(String name, String version, String... scripts) {
        TestJars.migrating(name, version, name, scripts).writeTo(home.resolve("extensions/" + name + ".jar"));
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

    private static JarBuilder unknownType(String name) {
        return TestJars.sound(name, "1.0.0").entry("OSGI-INF/metatype/colour.xml", """
                <?xml version="1.0" encoding="UTF-8"?>
                <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
                  <OCD id="svc.paint" name="paint"><AD id="colour" type="Paint"/></OCD>
                  <Designate pid="svc.paint"><Object ocdref="svc.paint"/></Designate>
                </metatype:MetaData>
                """);
    }

    private void drop(String name, byte[] bytes) {
        JarBuilder.write(bytes, home.resolve("extensions").resolve(name));
    }

    private SvcCommand.Finished run() {
        return SvcCommand.svc().run("run", "--home", home.toString(), "--set", "server.listen=\"127.0.0.1:0\"");
    }

    private SvcCommand.Finished svc(String... words) {
        return SvcCommand.svc().in(home, words);
    }
}
