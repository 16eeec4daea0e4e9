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
import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** Every kind of broken jar, sound ones and those of others, all at once in a real server: the verdicts, and at the next start. */
final class EveryVerdictIT {

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
    void everyJarGetsItsVerdictTheServerStaysUpAndBootsAgainWithTheSame() throws Exception {
        Set<String> first;
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            sound();
            refused();
            waiting();
            server.await("all judged", () -> verdicts(server).equals(expected));
            first = reasons(server);
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
            assertThat(server.terminate()).isZero();
        }
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            server.await("all judged again", () -> verdicts(server).equals(expected));
            assertThat(reasons(server)).isEqualTo(first);
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
        }
    }

    private void sound() throws Exception {
        drop("aaa", "active", JarWorkshop.sound("aaa", "1.0.0"));
        drop("route1", "active", JarWorkshop.route("route1", "/same"));
        for (String other : OTHERS) {
            JarRecipe.write(Files.readAllBytes(onClassPath(other)), home.resolve("extensions/" + other + ".jar"));
            expected.add(other + " active");
        }
    }

    private void refused() {
        drop("plain.jar", "refused", JarWorkshop.noManifest());
        drop("nameless.jar", "refused", JarWorkshop.noSymbolicName());
        JarRecipe.write(JarWorkshop.truncated(JarWorkshop.sound("half", "1.0.0")), home.resolve("extensions/half.jar"));
        expected.add("half.jar refused");
        drop("range", "refused", JarWorkshop.wrongApiRange("range"));
        drop("component", "refused", JarWorkshop.throwingComponent("component"));
        drop("initializer", "refused", JarWorkshop.throwingStaticInitializer("initializer"));
        drop("activator", "refused", JarWorkshop.throwingActivator("activator"));
        drop("endless", "refused", JarWorkshop.endlessStart("endless"));
        drop("route2", "refused", JarWorkshop.route("route2", "/same"));
        drop("level.jar", "refused", JarWorkshop.wrongJavaLevel("level"));
        drop("environment", "refused", JarWorkshop.wrongExecutionEnvironment("environment"));
        drop("metatype.jar", "refused", JarWorkshop.badMetatype("metatype"));
        drop("migration", "refused", JarWorkshop.migrating("migration", "1.0.0", "migration", "create table t ("));
        JarWorkshop.sound("aaa", "2.0.0").writeTo(home.resolve("extensions/zz-twin.jar"));
        expected.add("aaa refused");
        drop("parasite", "refused", JarWorkshop.fragment("parasite", "svc.http"));
    }

    private void waiting() {
        drop("needy", "waiting", JarWorkshop.importing("needy", "far.away"));
        drop("listener", "waiting", JarWorkshop.waitingForService("listener", "java.util.concurrent.Executor"));
        drop("piece", "waiting", JarWorkshop.fragment("piece", "no.such.host"));
    }

    private void drop(String name, String state, JarRecipe recipe) {
        recipe.writeTo(home.resolve("extensions").resolve(name.endsWith(".jar") ? name : name + ".jar"));
        expected.add(name + " " + state);
    }

    private static Set<String> verdicts(RunningServer server) {
        return told(server, row -> row.path("state").asText());
    }

    /** Why those that are not active are not, and what to do. */
    private static Set<String> reasons(RunningServer server) {
        return told(server, row -> {
            boolean active = row.path("state").asText().equals("active");
            assertThat(row.path("reason").asText().isEmpty()).as(row.toString()).isEqualTo(active);
            assertThat(row.path("remedy").asText().isEmpty()).as(row.toString()).isEqualTo(active);
            return row.path("reason").asText() + " " + row.path("remedy").asText();
        });
    }

    private static Set<String> told(RunningServer server, Function<JsonNode, String> what) {
        Set<String> told = new TreeSet<>();
        for (JsonNode row :
                Front.json(server.command("", "bundle", "list", "--json").out())) {
            if (row.path("kind").asText().equals("extension")) {
                told.add(row.path("name").asText() + " " + what.apply(row));
            }
        }
        return told;
    }

    private static Path onClassPath(String name) {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(Path::of)
                .filter(path -> String.valueOf(path.getFileName()).startsWith(name + "-"))
                .findFirst()
                .orElseThrow();
    }
}
