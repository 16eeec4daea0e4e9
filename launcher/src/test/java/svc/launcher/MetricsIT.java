package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The metrics of a server, and who can read them. */
final class MetricsIT {

    private static final String OWN = "a-token-for-metrics-only";

    @TempDir
    private Path home;

    private static String base(RunningServer server) {
        return server.adminUrl().replace("/admin/v1", "");
    }

    private static HttpResponse<String> metrics(RunningServer server, String token) {
        return server.get(base(server) + "/metrics", "Authorization", "Bearer " + token);
    }

    private RunningServer started(String... more) {
        return SvcCommand.svc().start(home, more).ready();
    }

    private Path file(String text, String permissions) throws IOException {
        Path file = Files.writeString(home.resolve("secrets/metrics"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    @Covers({"MET-01", "ADM-02"})
    void formatIsPrometheusAndEveryBundleReports() {
        try (RunningServer server = started("--set", "server.admin_bind=\"127.0.0.1:0\"")) {
            SignedIn ann = SignedIn.as(server, "ann@one.example");
            ann.post(
                    "/jmap",
                    "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{},\"a\"],"
                            + "[\"No/such\",{},\"b\"]]}");
            SignedIn.login(server, "ann@one.example", "wrong horse");
            HttpResponse<String> response = metrics(server, server.token());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers()
                            .firstValue("Content-Type")
                            .orElseThrow()
                            .replace(" ", ""))
                    .startsWith("text/plain;version=0.0.4");
            Pattern line = Pattern.compile("# (HELP|TYPE) svc_[a-z0-9_]+ .+"
                    + "|svc_[a-z0-9_]+(\\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*})? ([-+0-9.E]+|NaN)");
            assertThat(response.body().lines())
                    .allMatch(text -> line.matcher(text).matches());
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

            assertThat(server.get(base(server) + "/metrics").statusCode()).isEqualTo(401);
            HttpResponse<String> posted = server.send("POST", base(server) + "/metrics", "");
            assertThat(posted.statusCode()).as("the token before the method").isEqualTo(401);
            assertThat(posted.headers().firstValue("Allow")).isEmpty();
            HttpResponse<String> rejected =
                    server.send("POST", base(server) + "/metrics", "", "Authorization", "Bearer " + server.token());
            assertThat(rejected.statusCode()).isEqualTo(405);
            assertThat(rejected.headers().firstValue("Allow")).hasValue("GET, HEAD");
            assertThat(SignedIn.json(rejected).path("reason").asText()).isEqualTo("method-not-allowed");
            assertThat(metrics(server, ann.token()).statusCode()).isEqualTo(401);
            assertThat(server.get(server.url() + "/metrics", "Authorization", "Bearer " + server.token())
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @Covers({"MET-02", "MET-03"})
    void metricsTokenReplacesTheAdminTokenForMetrics() throws Exception {
        try (RunningServer server = started()) {
            assertThat(metrics(server, server.token()).statusCode()).isEqualTo(200);
        }
        file(OWN + "\n", "rw-------");
        try (RunningServer server = started("--set", "admin.metrics_token_file=\"secrets/metrics\"")) {
            assertThat(metrics(server, OWN).statusCode()).isEqualTo(200);
            assertThat(metrics(server, server.token()).statusCode()).isEqualTo(401);
            assertThat(server.get(server.adminUrl() + "/version", "Authorization", "Bearer " + OWN)
                            .statusCode())
                    .isEqualTo(401);
            file("another-token-for-metrics\n", "rw-------");
            server.await(
                    "the new token",
                    () -> metrics(server, "another-token-for-metrics").statusCode() == 200);
            assertThat(metrics(server, OWN).statusCode()).isEqualTo(401);

            Files.delete(home.resolve("secrets/metrics"));
            assertThat(metrics(server, "another-token-for-metrics").statusCode())
                    .isEqualTo(401);
            assertThat(metrics(server, server.token()).statusCode()).isEqualTo(401);
        }
        try (RunningServer server = started("--set", "admin.metrics_token_file=\"secrets/metrics\"")) {
            assertThat(metrics(server, server.token()).statusCode()).isEqualTo(401);
            assertThat(metrics(server, "another-token-for-metrics").statusCode())
                    .isEqualTo(401);
            assertThat(server.svc("doctor", "--only", "security", "--json").out())
                    .contains("cannot be read. /metrics answers 401.");
        }
        try (RunningServer server = started()) {
            assertThat(metrics(server, server.token()).statusCode()).isEqualTo(401);
            assertThat(metrics(server, OWN).statusCode()).isEqualTo(401);
            assertThat(server.svc("doctor", "--only", "security", "--json").out())
                    .contains("no client can read it");
        }
        file(OWN, "rw-------");
        try (RunningServer server = started("--set", "admin.metrics_token_file=\"secrets/metrics\"")) {
            assertThat(metrics(server, OWN).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @Covers({"MET-02", "MET-03"})
    void invalidTokenFileRefusesTheStart() throws Exception {
        started().close();
        for (List<String> bad : List.of(
                List.of(OWN, "rw-r--r--", "other than its owner"),
                List.of(OWN + "\nsecond line\n", "rw-------", "one line"),
                List.of("short", "rw-------", "one line"))) {
            file(bad.get(0), bad.get(1));
            RunningServer refused =
                    SvcCommand.svc().start(home, "--set", "admin.metrics_token_file=\"secrets/metrics\"");
            assertThat(refused.exit()).isEqualTo(78);
            assertThat(refused.err()).contains("metrics_token_file", bad.get(2)).doesNotContain(OWN);
            refused.close();
        }
        Files.delete(home.resolve("secrets/metrics"));
        RunningServer missing = SvcCommand.svc().start(home, "--set", "admin.metrics_token_file=\"secrets/metrics\"");
        assertThat(missing.exit()).isEqualTo(78);
        assertThat(missing.err()).contains("metrics_token_file cannot be read");
        missing.close();
        try (RunningServer server = started()) {
            assertThat(metrics(server, server.token()).statusCode()).isEqualTo(200);
        }
    }
}
