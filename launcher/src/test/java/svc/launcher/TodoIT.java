package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The example of the distribution, added to a running server. */
final class TodoIT {

    private static final String URN = "urn:example:params:jmap:todo";

    @TempDir
    Path directory;

    private DroppedExtension todos(RunningServer server) throws Exception {
        try (Stream<Path> examples = Files.list(SvcCommand.DISTRIBUTION.resolve("examples"))) {
            Path jar = examples.filter(file -> file.getFileName().toString().startsWith("svc.example.todo"))
                    .findFirst()
                    .orElseThrow();
            return new DroppedExtension(SignedIn.as(server, "ada@example.org"), jar, URN);
        }
    }

    @Test
    @Covers("OSGI-02")
    void exampleIsDeployedUsedAndRemoved() throws Exception {
        try (RunningServer server =
                SvcCommand.svc().start(directory.resolve("home")).ready()) {
            DroppedExtension todos = todos(server);
            assertThat(todos.offered()).as("it is not loaded by itself").isFalse();
            assertThat(todos.drop()).isLessThan(DroppedExtension.SOON);
            String account = todos.client().accountId();
            assertThat(todos.session().path("primaryAccounts").path(URN).asText())
                    .isEqualTo(account);
            used(todos);

            assertThat(todos.remove()).isLessThan(DroppedExtension.SOON);
            assertThat(todos.client()
                            .post("/jmap", "{\"using\":[\"" + URN + "\"],\"methodCalls\":[]}")
                            .body())
                    .contains("unknownCapability");

            assertThat(todos.drop()).isLessThan(DroppedExtension.SOON);
            assertThat(todos.done("Todo/get", DroppedExtension.object().putNull("ids"))
                            .path("list"))
                    .as("what was stored stays")
                    .hasSize(2);
        }
    }

    private static void used(DroppedExtension todos) {
        String since = todos.done("Todo/get", DroppedExtension.object().putNull("ids"))
                .path("state")
                .asText();
        var create = DroppedExtension.object();
        var two = create.putObject("create");
        two.putObject("milk").put("title", "Milk").put("done", true);
        two.putObject("bread").put("title", "Bread");
        two.putObject("blank").put("title", " ");
        JsonNode set = todos.done("Todo/set", create);
        assertThat(set.at("/notCreated/blank/properties/0").asText()).isEqualTo("title");
        String milk = set.at("/created/milk/id").asText();
        assertThat(todos.done("Todo/archive", DroppedExtension.object())
                        .at("/archived/0")
                        .asText())
                .isEqualTo(milk);
        var archived = DroppedExtension.object();
        archived.putObject("filter").put("archived", true);
        assertThat(todos.done("Todo/query", archived).path("ids")).hasSize(1);
        assertThat(todos.done("Todo/changes", DroppedExtension.object().put("sinceState", since))
                        .path("created"))
                .hasSize(2);
    }

    @Test
    void exampleIsDeployedUnderLoad() throws Exception {
        comesAndGoes(5);
    }

    @Test
    @Tag("soak")
    void exampleIsDeployedAHundredTimesUnderLoad() throws Exception {
        comesAndGoes(100);
    }

    private void comesAndGoes(int times) throws Exception {
        try (RunningServer server =
                SvcCommand.svc().start(directory.resolve("home")).ready()) {
            DroppedExtension todos = todos(server);
            SignedIn dora = SignedIn.as(server, "dora@example.org");
            AtomicBoolean over = new AtomicBoolean();
            FutureTask<Integer> watch = new FutureTask<>(() -> served(dora, over));
            new Thread(watch, "watch").start();
            try {
                todos.cycles(times, "Todo/query");
            } finally {
                over.set(true);
            }
            assertThat(watch.get(30, TimeUnit.SECONDS)).isPositive();
        }
    }

    /**
     * Calls a method of another component than the capability's repeatedly; returns how often the capability was
     * present.
     */
    private static int served(SignedIn client, AtomicBoolean over) {
        int served = 0;
        String call = "[\"Todo/archive\",{\"accountId\":\"" + client.accountId() + "\"},\"c\"]";
        String request = "{\"using\":[\"urn:ietf:params:jmap:core\",\"" + URN + "\"],\"methodCalls\":[" + call + "]}";
        while (!over.get()) {
            HttpResponse<String> response = client.post("/jmap", request);
            if (response.statusCode() == 200) {
                served++;
                // a call during the removal of the jar gets this error
                assertThat(response.body()).containsAnyOf("\"archived\"", "has just been removed");
            } else {
                assertThat(response.body()).contains("unknownCapability");
            }
        }
        return served;
    }
}
