package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A server that sends its usage reports to itself, with the receiver of the distribution. */
final class TelemetryIT {

    @TempDir
    private static Path directory;

    @Test
    @Covers("TEL-01")
    void reportsArriveOnlyWhenTheyAreEnabled() throws Exception {
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("extensions"));
        addReceiver(home);
        String endpoint;
        try (RunningServer server = TestClock.svc().start(home).ready()) {
            endpoint = server.url() + "/telemetry/reports";
            server.await(
                    "the receiver",
                    () -> server.command("", "telemetry", "summary").exit() == 0);
            advance(server, "P2D");
            assertThat(summary(server)).isEmpty();
            assertThat(server.command("", "telemetry", "show").out()).contains("Telemetry is off");
            refusesInvalidReports(endpoint);
            assertThat(summary(server)).isEmpty();
        }
        String port = String.valueOf(URI.create(endpoint).getPort());
        try (RunningServer server = TestClock.svc()
                .start(
                        home,
                        "--set",
                        "server.listen=\"127.0.0.1:" + port + "\"",
                        "--set",
                        "telemetry.enabled=true",
                        "--set",
                        "telemetry.endpoint=\"" + endpoint + "\"")
                .ready()) {
            server.await(
                    "the receiver",
                    () -> server.command("", "telemetry", "summary").exit() == 0);
            advance(server, "PT14M");
            assertThat(summary(server)).isEmpty();
            advance(server, "PT1M");
            server.await("the first report", () -> reports(server) == 1);
            advance(server, "P1D");
            server.await("the second report", () -> reports(server) == 2);
            assertThat(summary(server).get(0).path("instances").asInt()).isEqualTo(1);
        }
    }

    private static void addReceiver(Path home) throws Exception {
        try (Stream<Path> jars = Files.list(SvcCommand.DISTRIBUTION.resolve("optional"))) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, home.resolve("extensions").resolve(jar.getFileName()));
            }
        }
    }

    private static void refusesInvalidReports(String endpoint) throws Exception {
        String id = "0123456789abcdef0123456789abcdef";
        assertThat(post(
                        endpoint,
                        "{\"instance_id\":\"" + id + "\",\"version\":\"1\",\"window_seconds\":59,\"counters\":{}}"))
                .contains("422", "window_seconds");
        assertThat(post(endpoint, "{\"instance_id\":\"" + id + "\"}")).contains("422", "version");
        assertThat(post(endpoint, "[1")).contains("422");
        assertThat(post(endpoint, "{\"x\":\"" + "x".repeat(64 * 1024) + "\"}")).contains("413");
    }

    private static String post(String endpoint, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private static void advance(RunningServer server, String by) {
        assertThat(server.command("", "clock", "advance", by).exit()).isZero();
    }

    private static JsonNode summary(RunningServer server) {
        return OperationInterface.json(
                server.command("", "telemetry", "summary", "--json").out());
    }

    private static int reports(RunningServer server) {
        JsonNode versions = summary(server);
        return versions.isEmpty() ? 0 : versions.get(0).path("reports").asInt();
    }
}
