package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.FreePort;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** The jar of an extension is added, replaced and removed while the server runs. */
final class HotDeployIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GONE = "org.example.gone";

    @TempDir
    Path directory;

    private Path home() {
        return directory.resolve("home");
    }

    @Test
    @Tag("smoke")
    @Covers(value = "OSGI-03", part = "a route, a socket, a table and a key")
    void extensionIsDeployedReplacedAndRemoved() throws Exception {
        try (RunningServer server = SvcCommand.svc().start(home()).ready()) {
            Path jar = VisitorBundle.version("1.0.0").writeTo(directory.resolve("visitor.jar"));
            SvcCommand.Finished installed = server.command("", "bundle", "install", jar.toString(), "--json");
            assertThat(installed.exit()).as(installed.out() + installed.err()).isZero();
            assertThat(JSON.readTree(installed.out()).path("state").asText()).isEqualTo("active");
            assertThat(server.get(server.url() + "/visitor/x").body()).startsWith("hello 1.0.0");
            assertThat(JSON.readTree(server.admin("GET", "/version", "").body())
                            .at("/schema/org.example.visitor")
                            .asInt())
                    .isEqualTo(1);
            assertThat(echoed(server)).isEqualTo("echo hi");
            assertThat(server.get(server.url() + "/visitor/x").headers().firstValue("Virtual"))
                    .as("a thread of its own for each request, where Java has them")
                    .contains("" + (javaOf(server) >= 21));
            assertThat(overHttp2(server)).isEqualTo("hello 1.0.0 HTTP/2.0");

            VisitorBundle.version("1.1.0").writeTo(jar);
            assertThat(server.command("", "bundle", "update", jar.toString()).exit())
                    .isZero();
            assertThat(server.get(server.url() + "/visitor/x").body()).startsWith("hello 1.1.0");

            SvcCommand.Finished removed = server.command("", "bundle", "remove", "org.example.visitor");
            assertThat(removed.exit()).isZero();
            assertThat(removed.out()).contains("schema park").contains("schema retire");
            assertThat(server.get(server.url() + "/visitor/x").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @Covers({"SCH-02", "UPG-02"})
    void stateOfExtensionsRemainsAtTheNextStart() throws Exception {
        Path notes = home().resolve("extensions/notes.jar");
        Path gone = home().resolve("extensions/gone.jar");
        JarBuilder parked = TestJars.migrating(GONE, "1.0.0", GONE, "create table gone (x)");
        try (RunningServer server = SvcCommand.svc().start(home()).ready()) {
            configuredExtensionIsDeployed(server, () -> {
                parked.writeTo(gone);
                awaitState(server, GONE, "waiting");
            });
            awaitState(server, GONE, "active");
            NotesBundle.with("create table notes_more (x);").writeTo(notes);
            awaitState(server, NotesBundle.NAME, "active");
            NotesBundle.with().writeTo(notes);
            awaitState(server, NotesBundle.NAME, "refused");
            JsonNode refused = explain(server, NotesBundle.NAME);
            assertThat(refused.path("reason").asText()).contains("V2__more.sql", "a newer version wrote it");
            assertThat(refused.path("remedy").asText()).contains("Install the newer version of bundle");
            assertThat(server.terminate()).isZero();
        }
        Files.delete(gone);
        namespaceWithoutBundleIsRejectedUntilParked();
        parked.writeTo(gone);
        Path go = directory.resolve("go");
        TestJars.waitingForFile("org.example.slow", go).writeTo(home().resolve("extensions/slow.jar"));
        int port = FreePort.next();
        try (RunningServer server =
                SvcCommand.svc().start(home(), "--set", "server.listen=\"127.0.0.1:" + port + "\"")) {
            responsesAre503UntilReady(server, port, go);
            assertThat(server.get(server.url() + "/visitor/").body()).startsWith("welcome 1.0.0");
            awaitState(server, GONE, "active");
            assertThat(explain(server, NotesBundle.NAME).path("state").asText()).isEqualTo("refused");
            NotesBundle.with("create table notes_more (x);").writeTo(notes);
            awaitState(server, NotesBundle.NAME, "active");
            assertThat(server.command("", "note", "add", "x").exit()).isZero();
        }
    }

    /** An unknown table in the configuration makes another extension wait until the extension with the table comes. */
    private void configuredExtensionIsDeployed(RunningServer server, Runnable beforeTheJar) throws Exception {
        Files.writeString(
                home().resolve("svc.toml"), "\n[visitor]\ngreeting = \"welcome\"\n", StandardOpenOption.APPEND);
        beforeTheJar.run();
        VisitorBundle.version("1.0.0").writeTo(home().resolve("extensions/visitor.jar"));
        awaitState(server, "org.example.visitor", "active");
        assertThat(server.get(server.url() + "/visitor/").body()).startsWith("welcome 1.0.0");
        assertThat(server.command("", "config", "explain", "visitor.greeting").out())
                .contains("welcome");
    }

    private void namespaceWithoutBundleIsRejectedUntilParked() throws Exception {
        SvcCommand.Finished refused = SvcCommand.svc().in(home(), "run");
        assertThat(refused.exit()).isEqualTo(78);
        assertThat(refused.err()).contains(GONE, "svc schema park " + GONE, "svc schema retire " + GONE);
        SvcCommand.Finished check = SvcCommand.svc().in(home(), "schema-check", "--json");
        assertThat(check.exit()).isEqualTo(2);
        assertThat(JSON.readTree(check.out()).path("verdict").asText()).isEqualTo("unknown-namespace");
        assertThat(SvcCommand.svc().in(home(), "schema", "park", GONE).exit()).isZero();
    }

    /** The start waits for a file, which extends the time between open port and ready server. */
    private static void responsesAre503UntilReady(RunningServer server, int port, Path go) throws Exception {
        String url = "http://127.0.0.1:" + port;
        server.await("listening", () -> listens(port));
        for (String path : new String[] {"/", "/healthz/ready", "/visitor/x", "/admin/v1/version"}) {
            HttpResponse<String> early = server.get(url + path);
            assertThat(early.statusCode()).as(path).isEqualTo(503);
            assertThat(early.headers().firstValue("Retry-After")).isPresent();
        }
        assertThat(server.get(url + "/healthz/live").statusCode()).isEqualTo(200);
        Files.createFile(go);
        server.ready();
        assertThat(server.get(url + "/healthz/ready").statusCode()).isEqualTo(200);
    }

    private static JsonNode explain(RunningServer server, String name) {
        try {
            return JSON.readTree(
                    server.command("", "bundle", "explain", name, "--json").out());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void awaitState(RunningServer server, String name, String state) {
        server.await(
                name + " " + state,
                () -> explain(server, name).path("state").asText().equals(state));
    }

    private static String overHttp2(RunningServer server) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        return client.send(
                        HttpRequest.newBuilder(URI.create(server.url() + "/visitor/h2"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String echoed(RunningServer server) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(
                        URI.create(server.url().replace("http:", "ws:") + "/visitor-socket"), new WebSocket.Listener() {
                            @Override
                            public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                                answer.complete(data.toString());
                                return CompletableFuture.completedFuture(null);
                            }
                        })
                .get(30, TimeUnit.SECONDS);
        socket.sendText("hi", true).get(30, TimeUnit.SECONDS);
        String text = answer.get(30, TimeUnit.SECONDS);
        socket.abort();
        return text;
    }

    /** Returns the feature release of the server's Java, from its log. */
    private static int javaOf(RunningServer server) {
        Matcher java = Pattern.compile("begins with Java (\\S+) in the home").matcher(server.err());
        assertThat(java.find()).isTrue();
        return Runtime.Version.parse(java.group(1)).feature();
    }

    private static boolean listens(int port) {
        try (java.net.Socket socket = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
