package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;
import svc.testkit.engine.ServerUnderTest;

/** The example of the distribution, added to a running server. */
final class TodoIT {

    private static final String URN = "urn:example:params:jmap:todo";

    @TempDir
    Path directory;

    private static Path jar() throws IOException {
        try (Stream<Path> examples = Files.list(SvcCommand.DISTRIBUTION.resolve("examples"))) {
            return examples.filter(file -> file.getFileName().toString().startsWith("svc.example.todo"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    @Covers("OSGI-02")
    void exampleIsDeployedUsedAndRemoved() throws Exception {
        try (ServerUnderTest server = new ServerUnderTest(SvcCommand.DISTRIBUTION, directory.resolve("home"))) {
            Client ada = server.account("ada@example.org");
            assertThat(offered(ada)).as("it is not loaded by itself").isFalse();
            server.drop(jar());
            server.await("offered", () -> offered(ada));
            assertThat(ada.session().get("primaryAccounts")).asInstanceOf(MAP).containsEntry(URN, ada.accountId());
            used(ada);

            server.remove(jar());
            server.await("removed", () -> !offered(ada));
            assertThat(ada.send("{\"using\":[\"" + URN + "\"],\"methodCalls\":[]}"))
                    .containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");

            server.drop(jar());
            server.await("offered", () -> offered(ada));
            assertThat(ada.all("Todo")).as("what was stored stays").hasSize(2);
            assertThat(server.bundle("svc.example.todo")).containsEntry("state", "active");
        }
    }

    private static boolean offered(Client client) {
        return client.session().get("capabilities") instanceof Map<?, ?> capabilities && capabilities.containsKey(URN);
    }

    private static void used(Client ada) {
        String since = ada.state("Todo");
        String milk = ada.create("Todo", Map.of("title", "Milk", "done", true));
        ada.create("Todo", Map.of("title", "Bread"));
        Response blank = ada.call("Todo/set", Map.of("create", Map.of("blank", Map.of("title", " "))));
        assertThat(blank.object("notCreated").get("blank"))
                .asInstanceOf(MAP)
                .containsEntry("properties", List.of("title"));
        assertThat(ada.call("Todo/archive", Map.of()).texts("archived")).containsExactly(milk);
        assertThat(ada.call("Todo/query", Map.of("filter", Map.of("archived", true)))
                        .texts("ids"))
                .hasSize(1);
        assertThat(ada.call("Todo/changes", Map.of("sinceState", since)).texts("created"))
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
            DroppedExtension todos = new DroppedExtension(SignedIn.as(server, "ada@example.org"), jar(), URN);
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
