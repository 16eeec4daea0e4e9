package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The job that erases an account survives failures and restarts. */
final class ErasureJobIT {

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

    @Test
    @Covers(value = "ADM-10", part = "the job")
    void accountIsErasedDespiteAKill(@TempDir Path other) throws IOException {
        String canary = "canary-of-somebody";
        RunningServer first = SvcCommand.svc().start(other).ready();
        try {
            SignedIn ann = SignedIn.as(first, canary + "@erased.test");
            String path = "/accounts/" + ann.accountId();
            assertThat(first.command("", "app-password", "create", "--account", ann.email(), "--name", canary)
                            .exit())
                    .isZero();
            HttpResponse<String> response = first.admin("DELETE", path, "");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
            assertThat(SignedIn.login(first, ann.email(), SignedIn.PASSWORD).statusCode())
                    .isEqualTo(401);
            JsonNode job = SignedIn.json(response).path("job");
            assertThat(job.path("kind").asText()).isEqualTo("erasure");
            assertThat(job.path("state").asText()).isEqualTo("queued");
            assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(401);
            first.kill();
            first = SvcCommand.svc().start(other).ready();
            RunningServer server = first;
            server.await(
                    "erased",
                    () -> server.command("", "job", "show", job.path("id").asText())
                            .out()
                            .contains("done"));
            assertThat(server.admin("GET", path, "").statusCode()).isEqualTo(404);
            for (String name : List.of("svc.db", "svc.db-wal")) {
                try (Stream<Path> files = Files.walk(other)) {
                    for (Path file : files.filter(one -> one.endsWith(name)).toList()) {
                        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                                .as(file.toString())
                                .doesNotContain(canary);
                    }
                }
            }
            SignedIn again = SignedIn.as(server, canary + "@erased.test");
            assertThat(again.accountId()).isNotEqualTo(ann.accountId());
        } finally {
            first.close();
        }
    }

    @Test
    @Covers(value = "ADM-10", part = "the job")
    void repeatedRequestStartsOneJob() {
        SignedIn ann = SignedIn.as(server, "ann@six.test");
        String path = "/accounts/" + ann.accountId();
        JsonNode job = SignedIn.json(server.admin("DELETE", path, "")).path("job");
        HttpResponse<String> second = server.admin("DELETE", path, "");
        if (second.statusCode() == 202) {
            assertThat(SignedIn.json(second).path("job").path("id")).isEqualTo(job.path("id"));
        } else {
            assertThat(second.statusCode()).as("gone already").isEqualTo(404);
        }
        assertThat(SignedIn.login(server, "ann@six.test", SignedIn.PASSWORD).statusCode())
                .isEqualTo(401);
    }
}
