package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** What a running server shows to its operator: metrics, warnings and the audit log. */
final class AuditIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CANARY = "canary-93ad-of-a-secret";

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode command(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--json");
        return read(server.command("", all.toArray(String[]::new)).out());
    }

    private static JsonNode get(String path) {
        HttpResponse<String> response = server.admin("GET", path, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return read(response.body());
    }

    @Test
    @Covers("ADM-04")
    void metricsCountCreatedObjects() {
        SignedIn.as(server, "ann@stats.example");
        JsonNode before = get("/stats");
        SignedIn.as(server, "bob@stats.example");
        SignedIn.as(server, "cyd@more-stats.example");
        JsonNode after = get("/stats");
        assertThat(after.path("accounts").asLong() - before.path("accounts").asLong())
                .isEqualTo(2);
        assertThat(after.path("tenants").asLong() - before.path("tenants").asLong())
                .isEqualTo(1);
        assertThat(after.path("sessions").asLong() - before.path("sessions").asLong())
                .isEqualTo(2);
        assertThat(after.path("db_bytes").asLong()).isPositive();
        assertThat(after.path("wal_bytes").asLong()).isPositive();
        assertThat(after.path("messages").isNumber()).isTrue();
        assertThat(after.path("blobs").path("bytes").isNumber()).isTrue();
        assertThat(after.path("queue").path("deferred").isNumber()).isTrue();
        assertThat(command("stats").path("accounts")).isEqualTo(after.path("accounts"));
    }

    @Test
    @Covers("ADM-05")
    void equalWarningsAreGroupedWithoutSecrets() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (SocketChannel channel =
                    SocketChannel.open(UnixDomainSocketAddress.of(server.home().resolve("run/svc.sock")))) {
                channel.write(ByteBuffer.wrap((CANARY + i).getBytes(StandardCharsets.UTF_8)));
                channel.shutdownOutput();
                while (channel.read(ByteBuffer.allocate(1_000)) >= 0) {
                    // until the server has sent its response
                }
            }
        }
        JsonNode summary = get("/logs/summary?since=15m");
        JsonNode group = Stream.iterate(0, i -> i + 1)
                .limit(summary.path("groups").size())
                .map(summary.path("groups")::get)
                .filter(one -> one.path("logger").asText().equals("svc.shell.socket.SocketConnection"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(summary.toString()));
        assertThat(group.path("count").asInt()).isGreaterThanOrEqualTo(3);
        assertThat(group.path("level").asText()).isEqualTo("warn");
        assertThat(group.path("message").asText())
                .isEqualTo("A connection to the command line's socket was refused: the client is not svc");
        assertThat(summary.toString()).doesNotContain(CANARY, server.token());
        assertThat(command("logs", "summary", "--since", "2d").path("groups").size())
                .isPositive();
        HttpResponse<String> bad = server.admin("GET", "/logs/summary?since=yesterday", "");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(read(bad.body()).path("errors").get(0).path("field").asText())
                .isEqualTo("since");
    }

    @Test
    @Covers(
            value = {"ADM-36", "AUTH-11"},
            open = "the methods over JMAP; sign-ins by IMAP, SMTP and DAV")
    void actionsAndSignInsAreAuditedAndReadableOnlyAtTheConsole() throws IOException {
        SignedIn dan = SignedIn.as(server, "dan@audit.example");
        SignedIn.login(server, dan.email(), CANARY);
        server.admin("POST", "/whitelist", "{\"ip\":\"203.0.113.9\"}");
        server.admin("DELETE", "/whitelist/203.0.113.10", "");
        server.command(CANARY, "account", "create", "--email", "dan@audit.example", "--password-stdin");
        assertThat(server.command("", "audit", "list", "--limit", "1").exit()).isZero();
        String label = "phone";
        String phone = command("app-password", "create", "--account", dan.email(), "--name", label)
                .path("id")
                .asText();
        command("app-password", "revoke", phone, "--account", dan.email());
        String session = command("session", "list", "--account", dan.email())
                .path(0)
                .path("id")
                .asText();
        command("session", "revoke", session);

        JsonNode page = command("audit", "list", "--limit", "500");
        String all = page.toString();
        assertThat(all).doesNotContain(CANARY, SignedIn.PASSWORD, dan.token(), server.token());
        assertThat(entry(page, "whitelist.add", "done")
                        .path("actor")
                        .path("kind")
                        .asText())
                .isEqualTo("admin-token");
        assertThat(entry(page, "whitelist.add", "done").path("address").asText())
                .isEqualTo("127.0.0.1");
        assertThat(entry(page, "whitelist.remove", "refused")
                        .path("details")
                        .path("reason")
                        .asText())
                .isEqualTo("not-found");
        JsonNode refused = entry(page, "account.create", "refused");
        assertThat(refused.path("actor").path("kind").asText()).isEqualTo("console");
        assertThat(refused.path("actor").path("id").asText()).isEqualTo(System.getProperty("user.name"));

        String tenant =
                entry(page, "tenant.create", "done").path("target").path("id").asText();
        JsonNode own = command("audit", "list", "--tenant", tenant, "--limit", "500");
        assertThat(own.path("total").asInt()).isLessThan(page.path("total").asInt());
        JsonNode in = entry(own, "account.sign-in", "done");
        assertThat(in.path("actor").path("id").asText()).isEqualTo(dan.accountId());
        assertThat(in.path("details").path("secret").asText()).isEqualTo("account-password");
        assertThat(entry(own, "account.sign-in", "refused")
                        .path("actor")
                        .path("kind")
                        .asText())
                .isEqualTo("nobody");

        assertThat(entry(own, "app-password.create", "done")
                        .path("target")
                        .path("id")
                        .asText())
                .isEqualTo(phone);
        assertThat(entry(own, "app-password.revoke", "done")
                        .path("target")
                        .path("id")
                        .asText())
                .isEqualTo(phone);
        assertThat(entry(own, "session.revoke", "done")
                        .path("target")
                        .path("id")
                        .asText())
                .isEqualTo(session);
        for (String once : List.of("account.create", "app-password.create", "app-password.revoke", "session.revoke")) {
            assertThat(own.path("items").findValuesAsText("action")).as(once).containsOnlyOnce(once);
        }

        for (String path : List.of("/audit", "/audit/e1", "/journaling", "/principals", "/organizations")) {
            assertThat(server.admin("GET", path, "").statusCode()).as(path).isEqualTo(404);
        }
        try (Stream<Path> files = Files.list(server.home().resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(CANARY);
            }
        }
    }

    /** Returns the newest entry of an action. */
    private static JsonNode entry(JsonNode page, String action, String outcome) {
        for (JsonNode item : page.path("items")) {
            if (item.path("action").asText().equals(action)
                    && item.path("outcome").asText().equals(outcome)) {
                return item;
            }
        }
        throw new AssertionError("No " + action + " that was " + outcome + " in " + page);
    }
}
