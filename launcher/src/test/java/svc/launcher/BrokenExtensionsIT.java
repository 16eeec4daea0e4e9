package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Every kind of broken jar beside valid ones in a real server: the verdicts, also at the next start. */
final class BrokenExtensionsIT {

    private static final List<String> OTHERS = List.of(
            "org.apache.felix.eventadmin",
            "org.apache.felix.metatype",
            "org.apache.felix.prefs",
            "org.apache.aries.util",
            "org.apache.aries.jmx");

    @TempDir
    Path home;

    /** Each name with its state. */
    private final Set<String> expected = new TreeSet<>();

    @Test
    @Covers(value = "OSGI-03", part = "verdicts")
    void everyJarGetsItsResultBeforeAndAfterARestart() throws Exception {
        Set<String> first;
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            sound();
            refused();
            waiting();
            server.await("all judged", () -> verdicts(server).equals(expected));
            first = reasons(server);
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
            assertThat(server.err().split("no luck today at component\\.", -1))
                    .as("the line that says what the component threw and where")
                    .hasSize(2);
            assertThat(server.err().split("\tat activator\\.", -1))
                    .as("the trace of what the activator threw")
                    .hasSize(2);
            server.kill();
        }
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            server.await("all judged again", () -> verdicts(server).equals(expected));
            assertThat(reasons(server)).isEqualTo(first);
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
        }
    }

    private void sound() throws Exception {
        drop("aaa", "active", TestJars.sound("aaa", "1.0.0"));
        drop("route1", "active", TestJars.route("route1", "/same"));
        for (String other : OTHERS) {
            JarBuilder.write(Files.readAllBytes(onClassPath(other)), home.resolve("extensions/" + other + ".jar"));
            expected.add(other + " active");
        }
    }

    private void refused() {
        drop("plain.jar", "refused", TestJars.noManifest());
        drop("nameless.jar", "refused", TestJars.noSymbolicName());
        JarBuilder.write(TestJars.truncated(TestJars.sound("half", "1.0.0")), home.resolve("extensions/half.jar"));
        expected.add("half.jar refused");
        drop("range", "refused", TestJars.wrongApiRange("range"));
        drop("component", "refused", TestJars.throwingComponent("component"));
        drop("initializer", "refused", TestJars.throwingStaticInitializer("initializer"));
        drop("activator", "refused", TestJars.throwingActivator("activator"));
        drop("endless", "refused", TestJars.endlessStart("endless"));
        drop("route2", "refused", TestJars.route("route2", "/same"));
        drop("level.jar", "refused", TestJars.wrongJavaLevel("level"));
        drop("environment", "refused", TestJars.wrongExecutionEnvironment("environment"));
        drop("metatype.jar", "refused", TestJars.badMetatype("metatype"));
        drop("migration", "refused", TestJars.migrating("migration", "1.0.0", "migration", "create table t ("));
        TestJars.sound("aaa", "2.0.0").writeTo(home.resolve("extensions/zz-twin.jar"));
        expected.add("aaa refused");
        drop("parasite", "refused", TestJars.fragment("parasite", "svc.http"));
    }

    private void waiting() {
        drop("needy", "waiting", TestJars.importing("needy", "far.away"));
        drop("listener", "waiting", TestJars.waitingForService("listener", "java.util.concurrent.Executor"));
        drop("piece", "waiting", TestJars.fragment("piece", "no.such.host"));
    }

    private void drop(String name, String state, JarBuilder jar) {
        jar.writeTo(home.resolve("extensions").resolve(name.endsWith(".jar") ? name : name + ".jar"));
        expected.add(name + " " + state);
    }

    private static Set<String> verdicts(RunningServer server) {
        return told(server, row -> row.path("state").asText());
    }

    /** Returns the reasons and remedies of those that are not active. */
    private static Set<String> reasons(RunningServer server) {
        return told(server, row -> {
            boolean active = row.path("state").asText().equals("active");
            assertThat(row.path("reason").asText().isEmpty()).as(row.toString()).isEqualTo(active);
            assertThat(row.path("remedy").asText().isEmpty()).as(row.toString()).isEqualTo(active);
            return row.path("reason").asText() + " " + row.path("remedy").asText();
        });
    }

    private static Set<String> told(RunningServer server, Function<JsonNode, String> what) {
        Set<String> sent = new TreeSet<>();
        for (JsonNode row : OperationInterface.json(
                server.command("", "bundle", "list", "--json").out())) {
            if (row.path("kind").asText().equals("extension")) {
                sent.add(row.path("name").asText() + " " + what.apply(row));
            }
        }
        return sent;
    }

    private static Path onClassPath(String name) {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(Path::of)
                .filter(path -> String.valueOf(path.getFileName()).startsWith(name + "-"))
                .findFirst()
                .orElseThrow();
    }
}
