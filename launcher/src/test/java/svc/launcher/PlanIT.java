package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Invalid and unreadable plans are rejected as a whole. */
final class PlanIT {

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc()
                .start(home, "--set", "tenants.plans=[\"standard\",\"small quota_bytes=1000 accounts=2\"]")
                .ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode ok(int status, String method, String path, String body) {
        HttpResponse<String> response = server.admin(method, path, body);
        assertThat(response.statusCode())
                .as(method + " " + path + " " + body + ": " + response.body())
                .isEqualTo(status);
        return SignedIn.json(response);
    }

    @Test
    @Covers("ADM-23")
    void invalidPlanIsRejectedWithoutChange() {
        String id = ok(201, "POST", "/tenants", "{\"domains\":[\"seven.test\"]}")
                .path("id")
                .asText();
        String before = ok(200, "GET", "/tenants/" + id, "").toString();
        for (String body : List.of(
                "{\"plan\":\"small\",\"quota_bytes\":5}",
                "{\"plan\":\"small\",\"colour\":\"red\"}",
                "{\"plan\":\"small quota_bytes=5\"}",
                "{\"plan\":\"Small\"}",
                "{\"plan\":\"\"}",
                "{\"plan\":{\"name\":\"small\"}}",
                "{\"plan\":[\"small\"]}",
                "{\"plan\":5}",
                "{\"plan\":null}",
                "{\"plan\":\"small\"",
                "{}")) {
            JsonNode problem = ok(400, "PUT", "/tenants/" + id + "/plan", body);
            assertThat(problem.path("reason").asText()).as(body).isEqualTo("invalid");
        }
        ok(400, "POST", "/tenants", "{\"domains\":[\"eight.test\"],\"plan\":\"golden\"}");
        assertThat(ok(200, "GET", "/tenants?q=eight.test", "").path("total").asInt())
                .isZero();
        assertThat(ok(200, "GET", "/tenants/" + id, "").toString()).isEqualTo(before);
    }

    @Test
    @Covers({"ADM-23", "CFG-01"})
    void unreadablePlanRefusesTheStart() {
        for (String plan : List.of(
                "small quota_bytes=many",
                "small quota_bytes=-1",
                "small quota_bytes=99999999999999999999",
                "small colour=red",
                "small accounts",
                "small capabilities=",
                "Small",
                "")) {
            SvcCommand.Finished checked = server.svc("config", "check", "--set", "tenants.plans=[\"" + plan + "\"]");
            assertThat(checked.exit()).as(plan).isNotZero();
            assertThat(checked.out() + checked.err()).as(plan).contains("tenants", "plans");
        }
    }
}
