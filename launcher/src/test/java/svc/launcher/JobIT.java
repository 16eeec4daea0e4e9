package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** The job that erases an account survives restarts, and jobs of extensions run in accounts. */
final class JobIT {

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

    private static JsonNode command(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--json");
        return MailCalls.json(server.command("", all.toArray(String[]::new)).out());
    }

    private static void awaitState(String job, String state) {
        server.await(
                job + " " + state,
                () -> command("job", "show", job).path("state").asText().equals(state));
    }

    @Test
    @Covers(value = "OSGI-03", part = "work outside a request")
    void jobOfAnExtensionRunsInAccountsOfTenantsWithItsCapability(@TempDir Path folder) throws IOException {
        MailUser ann = MailUser.of(server, "ann@counted.test");
        ann.bring("Subject: one", "", "text");
        ann.bring("Subject: two", "", "text");
        DroppedExtension counts = new DroppedExtension(
                ann.who(), CountsBundle.jar().writeTo(folder.resolve("counts.jar")), CountsBundle.URN);
        counts.drop();
        String job = started(counts, "count");
        awaitState(job, "done");
        JsonNode done = command("job", "show", job);
        assertThat(done.path("progress").asText()).contains("{subject=one}").contains("{subject=two}");
        assertThat(done.path("account_id").asText()).isEqualTo(ann.who().accountId());
        JsonNode audited = command("audit", "list");
        assertThat(audited.toString()).contains("account.work", CountsBundle.NAME);

        String waiting = started(counts, "wait");
        server.await(
                "running",
                () -> command("job", "show", waiting).path("progress").asText().contains("two"));
        command("job", "cancel", waiting);
        awaitState(waiting, "cancelled");

        String tenant = command("tenant", "list", "--limit", "500").findParents("domains").stream()
                .filter(one -> one.path("domains").toString().contains("counted.test"))
                .map(one -> one.path("id").asText())
                .findFirst()
                .orElseThrow();
        command("tenant", "update", tenant, "--capability", CountsBundle.URN + "=false");
        command("job", "retry", waiting);
        server.await(
                "refused",
                () -> command("job", "show", waiting)
                        .path("error")
                        .asText()
                        .contains("is switched off for the tenant " + tenant));
        command("job", "cancel", waiting);
        command("tenant", "update", tenant, "--capability", CountsBundle.URN + "=true");
        command("job", "retry", waiting);
        awaitState(waiting, "running");
        command("job", "cancel", waiting);
        awaitState(waiting, "cancelled");
        assertThat(command("job", "list").findValuesAsText("kind")).contains(CountsBundle.NAME + ".count");
    }

    private static String started(DroppedExtension counts, String subject) {
        return counts.done("Count/start", DroppedExtension.object().put("subject", subject))
                .path("job")
                .asText();
    }
}
