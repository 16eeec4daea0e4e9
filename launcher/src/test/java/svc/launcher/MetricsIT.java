package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The metrics of a server, and who can read them. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class MetricsIT {

    private static final String OWN = "a-token-for-metrics-only";

    private static final String[] KEY = {"--set", "admin.metrics_token_file=\"secrets/metrics\""};

    @TempDir
    private static Path directory;

    private static Path home;
    private static SvcCommand.Finished refused;
    private static RunningServer server;

    /** Starts with a token file that is refused, and then without one. */
    @BeforeAll
    static void start() throws IOException {
        home = directory.resolve("home");
        SvcCommand.makeHome(home);
        file(OWN, "rw-r--r--");
        refused = SvcCommand.svc().in(home, "run", KEY[0], KEY[1]);
        Files.delete(home.resolve("secrets/metrics"));
        server = started("--set", "server.admin_bind=\"127.0.0.1:0\"");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String base() {
        return server.adminUrl().replace("/admin/v1", "");
    }

    private static HttpResponse<String> metrics(String token) {
        return server.get(base() + "/metrics", "Authorization", "Bearer " + token);
    }

    private static RunningServer started(String... more) {
        return SvcCommand.svc().start(home, more).ready();
    }

    private static Path file(String text, String permissions) throws IOException {
        Path file = Files.writeString(home.resolve("secrets/metrics"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    @Covers({"MET-01", "ADM-02"})
    void formatIsPrometheusAndEveryBundleReports() {
        SignedIn ann = SignedIn.as(server, "ann@one.example");
        ann.post(
                "/jmap",
                "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{},\"a\"],"
                        + "[\"No/such\",{},\"b\"]]}");
        SignedIn.login(server, "ann@one.example", "wrong horse");
        HttpResponse<String> response = metrics(server.token());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow().replace(" ", ""))
                .startsWith("text/plain;version=0.0.4");
        Pattern line = Pattern.compile("# (HELP|TYPE) svc_[a-z0-9_]+ .+"
                + "|svc_[a-z0-9_]+(\\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*})? ([-+0-9.E]+|NaN)");
        assertThat(response.body().lines()).allMatch(text -> line.matcher(text).matches());
        assertThat(response.body().lines())
                .contains(
                        "svc_jmap_calls_total{method=\"Core/echo\",outcome=\"done\"} 1",
                        "svc_jmap_calls_total{method=\"none\",outcome=\"refused\"} 1",
                        "svc_sign_ins_total{result=\"ok\",secret=\"account-password\"} 1",
                        "svc_sign_ins_total{result=\"refused\",secret=\"account-password\"} 1",
                        "svc_sign_ins_total{result=\"busy\",secret=\"account-password\"} 0",
                        "svc_sign_ins_total{result=\"ok\",secret=\"app-password\"} 0",
                        "svc_sign_ins_total{result=\"ok\",secret=\"session\"} 0",
                        "svc_password_hashes_running 0",
                        "svc_password_hashes_waiting 0",
                        "svc_tenants 1",
                        "svc_accounts 1",
                        "svc_sessions 1",
                        "svc_http_requests_total{route=\"/auth/login\",status=\"2xx\"} 1");
        assertThat(response.body())
                .contains("svc_store_commits_total ", "svc_uptime_seconds ", "svc_guard_refused_total{")
                .contains("svc_jvm_threads ", "svc_jvm_collections_total{", "svc_jvm_collection_seconds{")
                .contains("svc_jvm_memory_used_bytes{area=\"heap\"}", "svc_jvm_memory_committed_bytes{")
                .doesNotContain("ann@", ann.accountId() + "\"", "127.0.0.1", server.token(), ann.token());

        assertThat(server.get(base() + "/metrics").statusCode()).isEqualTo(401);
        HttpResponse<String> posted = server.send("POST", base() + "/metrics", "");
        assertThat(posted.statusCode()).as("the token before the method").isEqualTo(401);
        assertThat(posted.headers().firstValue("Allow")).isEmpty();
        HttpResponse<String> rejected =
                server.send("POST", base() + "/metrics", "", "Authorization", "Bearer " + server.token());
        assertThat(rejected.statusCode()).isEqualTo(405);
        assertThat(rejected.headers().firstValue("Allow")).hasValue("GET, HEAD");
        assertThat(SignedIn.json(rejected).path("reason").asText()).isEqualTo("method-not-allowed");
        assertThat(metrics(ann.token()).statusCode()).isEqualTo(401);
        assertThat(server.get(server.url() + "/metrics", "Authorization", "Bearer " + server.token())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    @Covers({"MET-02", "MET-03"})
    void invalidTokenFileRefusesTheStart() {
        assertThat(refused.exit()).isEqualTo(78);
        assertThat(refused.err())
                .contains("metrics_token_file", "other than its owner")
                .doesNotContain(OWN);
        assertThat(metrics(server.token()).statusCode())
                .as("the refused start closed nothing")
                .isEqualTo(200);
    }

    /** The last test, because the admin token opens the metrics never again. */
    @Test
    @Order(Integer.MAX_VALUE)
    @Covers({"MET-02", "MET-03"})
    void metricsTokenReplacesTheAdminTokenForMetrics() throws Exception {
        file(OWN + "\n", "rw-------");
        restart(KEY);
        assertThat(metrics(OWN).statusCode()).isEqualTo(200);
        assertThat(metrics(server.token()).statusCode()).isEqualTo(401);
        assertThat(server.get(server.adminUrl() + "/version", "Authorization", "Bearer " + OWN)
                        .statusCode())
                .isEqualTo(401);
        Files.delete(home.resolve("secrets/metrics"));
        assertThat(metrics(OWN).statusCode()).isEqualTo(401);
        assertThat(metrics(server.token()).statusCode()).isEqualTo(401);

        restart(KEY);
        assertThat(metrics(server.token()).statusCode()).isEqualTo(401);
        assertThat(metrics(OWN).statusCode()).isEqualTo(401);
        assertThat(server.command("", "doctor", "--only", "security", "--json").out())
                .contains("cannot be read. /metrics answers 401.");
        file("another-token-for-metrics\n", "rw-------");
        server.await("the new token", () -> metrics("another-token-for-metrics").statusCode() == 200);
        assertThat(metrics(OWN).statusCode()).isEqualTo(401);

        restart();
        assertThat(metrics(server.token()).statusCode()).isEqualTo(401);
        assertThat(metrics("another-token-for-metrics").statusCode()).isEqualTo(401);
        assertThat(server.command("", "doctor", "--only", "security", "--json").out())
                .contains("no client can read it");
    }

    private static void restart(String... more) {
        server.close();
        server = started(more);
    }
}
