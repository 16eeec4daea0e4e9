package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** A backup of a running server, restored on a machine that has only the distribution, the repository and the words. */
final class BackupIT {

    private static final String ADDRESS = "ann@backup.test";
    private static final String OUT = "x@far.example";
    private static final int CONFLICT = 1;

    @TempDir
    private static Path directory;

    private static BackupRepository repository;
    private static CachedMail before;
    private static CachedMail after;
    private static String token;
    private static String run;
    private static Map<String, Set<String>> acknowledged;

    @BeforeAll
    static void backUp() throws Exception {
        repository = BackupRepository.in(directory);
        try (RunningServer server = repository.server(directory.resolve("home"))) {
            assertThat(server.command("", "backup", "run").exit()).isEqualTo(CONFLICT);
            assertThat(lastRun(server)).as("there is no repository").isEqualTo("fail");
            SvcCommand.Finished init = repository.init(server);
            assertThat(init.exit()).as(init.toString()).isZero();
            assertThat(init.out())
                    .contains("target = \"" + repository.folder() + "\"")
                    .doesNotContain(Files.readString(repository.words()));
            SuspendedRecipient.prepare(server);
            Sender ann = Sender.of(server, ADDRESS);
            ann.user().bring("From: a@b.test", "Subject: kept", "", "word kept");
            ann.send(OUT, "far away");
            before = CachedMail.of(ann.user());
            token = ann.user().who().token();
            JsonNode made;
            try (MailWriters writers = new MailWriters(server, 2)) {
                server.await(
                        "written",
                        () -> writers.acknowledged().values().stream().noneMatch(ids -> ids.size() < 5));
                acknowledged = writers.acknowledged();
                made = json(server.command("", "backup", "run", "--json"));
            }
            run = made.path("id").asText();
            assertThat(lastRun(server)).isEqualTo("ok");
            assertThat(server.get(server.url() + "/metrics", "Authorization", "Bearer " + server.token())
                            .body()
                            .lines())
                    .contains("svc_backup_last_run_failed 0")
                    .anyMatch(line -> line.startsWith("svc_backup_last_success_timestamp_seconds 1"));
            assertThat(made.path("files").asInt()).isGreaterThan(3);
            ann.user().bring("From: a@b.test", "Subject: lost", "", "word lost");
            after = CachedMail.of(ann.user());
            plan(server);
            BackupRepository.confirmKey(server, repository.words());
            JsonNode second = json(server.command("", "backup", "run", "--json"));
            assertThat(second.path("added_bytes").asLong())
                    .as("the second backup adds what changed")
                    .isLessThan(made.path("added_bytes").asLong());
            assertThat(json(server.command("", "backup", "list", "--json"))).hasSize(2);
            SvcCommand.Finished verified = server.command("", "backup", "verify", "--all");
            assertThat(verified.exit()).as(verified.toString()).isZero();
            drill(server);
            assertThat(server.terminate()).isZero();
        }
    }

    /** Returns the status of the check of the last backup. */
    private static String lastRun(RunningServer server) {
        JsonNode findings = OperationInterface.json(
                server.command("", "doctor", "--only", "backup", "--json").out());
        for (JsonNode finding : findings) {
            if (finding.path("check").asText().equals("backup-run")) {
                return finding.path("status").asText();
            }
        }
        throw new AssertionError(findings.toString());
    }

    private static void plan(RunningServer server) throws IOException {
        List<Path> before = files(repository.folder());
        JsonNode plan = json(server.command("", "backup", "plan", "--json"));
        assertThat(files(repository.folder())).as("a plan writes nothing").isEqualTo(before);
        assertThat(plan.path("runs").asInt()).isEqualTo(1);
        assertThat(plan.path("newest_run").asText()).isEqualTo(run);
        assertThat(plan.has("last_drill_age_days")).isFalse();
        assertThat(plan.path("next_run").asText()).isNotEmpty();
        assertThat(plan.path("free_bytes").asLong()).isPositive();
        assertThat(plan.path("new_bytes").asLong() + plan.path("database_bytes").asLong())
                .isLessThanOrEqualTo(plan.path("size_bytes").asLong());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted().toList();
        }
    }

    /** The doctor warns until a restore was rehearsed. */
    private static void drill(RunningServer server) throws IOException {
        assertThat(server.command("", "doctor", "--only", "backup").exit()).isEqualTo(1);
        JsonNode drill = json(server.command("", "backup", "drill", "--json"));
        assertThat(drill.path("objects").asLong()).isPositive();
        assertThat(drill.path("blob_files").asInt()).isPositive();
        assertThat(drill.path("blobs").asInt()).isPositive();
        assertThat(drill.has("problem")).isFalse();
        assertThat(files(repository.folder().resolve("drills"))).hasSize(2);
        assertThat(files(server.home().resolve("run")))
                .noneMatch(path -> path.toString().contains("drill-"));
        assertThat(server.command("", "doctor", "--only", "backup").exit()).isZero();
        assertThat(server.command("", "backup", "verify", "--all").exit()).isZero();
    }

    private static JsonNode json(SvcCommand.Finished finished) {
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }

    @Test
    @Covers({"BAK-04", "BAK-05", "MET-03"})
    void repositoryAndWordsRestoreTheServerOnABareMachine() throws Exception {
        Path home = directory.resolve("bare");
        SvcCommand.Finished restored = repository.restore(home, "--run", run);
        assertThat(restored.exit()).as(restored.toString()).isZero();
        SvcCommand.Finished again = repository.restore(home);
        assertThat(again.exit()).isEqualTo(CONFLICT);
        assertThat(again.err()).contains("it has data");
        Path metricsToken = Files.writeString(home.resolve("secrets/metrics"), "token-for-the-metrics\n");
        Files.setPosixFilePermissions(metricsToken, PosixFilePermissions.fromString("rw-------"));
        try (RunningServer server = SvcCommand.svc()
                .start(home, "--set", "admin.metrics_token_file=\"secrets/metrics\"")
                .ready()) {
            assertThat(server.get(server.url() + "/.well-known/jmap", "Authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(401);
            SignedIn who = SignedIn.again(server, ADDRESS);
            MailUser ann = new MailUser(who, BlobClient.of(who));
            for (CachedMail client : List.of(before, after)) {
                assertThat(client.synchronize(ann))
                        .as("changes can be calculated")
                        .isFalse();
            }
            assertThat(MailCalls.texts(
                            ann.call("Email/query", "'filter':{'text':'word'}").path("ids")))
                    .hasSize(1);
            MailWriters.assertPresent(server, acknowledged);
            JsonNode queued = SignedIn.json(server.admin("GET", "/queue", "")).path("items");
            assertThat(queued).hasSize(1);
            assertThat(queued.toString()).contains("held");
            assertThat(server.err()).contains("backup was restored");
            SvcCommand.Finished beside = repository.restore(home, "--replace");
            assertThat(beside.exit()).isEqualTo(1);
            assertThat(beside.err()).contains("Another svc (process " + server.pid() + ") uses the home");
            assertThat(server.terminate()).isZero();
        }
        assertThat(home.resolve("data/restore.json")).doesNotExist();
        Path replaced = Path.of(json(repository.restore(home, "--replace", "--json"))
                .path("replaced")
                .asText());
        assertThat(replaced).hasParentRaw(home);
        assertThat(replaced.resolve("data/svc.db")).exists();
        assertThat(home.resolve("data/restore.json")).exists();
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            SignedIn.again(server, ADDRESS);
            assertThat(server.get(
                                    server.adminUrl().replace("/admin/v1", "/metrics"),
                                    "Authorization",
                                    "Bearer " + server.token())
                            .statusCode())
                    .as("the admin token, because the replaced home had a token for metrics")
                    .isEqualTo(401);
        }
    }

    @Test
    @Covers("BAK-05")
    void lazyRestoreServesWhileTheBlobsAreFetched() throws Exception {
        Path home = directory.resolve("lazy");
        SvcCommand.Finished restored = repository.restore(home, "--run", run, "--lazy");
        assertThat(restored.exit()).as(restored.toString()).isZero();
        assertThat(restored.out()).contains("svc doctor --only backup");
        Path packs = home.resolve("data/blobs/packs");
        assertThat(packs).doesNotExist();
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            MailWriters.assertPresent(server, acknowledged);
            server.await(
                    "complete",
                    () -> server.command("", "doctor", "--only", "backup")
                            .out()
                            .contains("All files of the blobs are in the home"));
            assertThat(files(packs)).hasSizeGreaterThan(1);
            assertThat(server.command("", "blobs", "scrub").exit()).isZero();
            assertThat(server.err()).contains("files of the restored backup are fetched");
        }
    }

    @Test
    void wrongWordsAndUnknownRunsChangeNothing() throws Exception {
        Path home = directory.resolve("refused");
        Path wrong = directory.resolve("wrong");
        String text = Files.readString(repository.words());
        String[] lines = text.split("\n");
        String first = lines[0];
        lines[0] = lines[1];
        lines[1] = first;
        Files.writeString(wrong, String.join("\n", lines));
        SvcCommand.Finished swapped = repository.restore(home, wrong);
        assertThat(swapped.exit()).isEqualTo(CONFLICT);
        assertThat(swapped.err()).contains("mistyped or in the wrong order");
        SvcCommand.Finished unknown = repository.restore(home, "--run", "20200101T000000Z-001");
        assertThat(unknown.exit()).isEqualTo(CONFLICT);
        assertThat(unknown.err()).contains("20200101T000000Z-001");
        assertThat(home).doesNotExist();
    }
}
