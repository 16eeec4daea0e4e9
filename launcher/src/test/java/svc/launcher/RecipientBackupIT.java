package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Backups that the server cannot read: only the words of the identity, which was created elsewhere, restore them. */
final class RecipientBackupIT {

    @TempDir
    private Path directory;

    @Test
    @Covers("BAK-05")
    void identityRestoresAndRehearsesWhatTheServerCannotRead() throws Exception {
        BackupRepository repository = BackupRepository.in(directory);
        JsonNode identity = json(SvcCommand.svc()
                .run("backup", "identity", "--words-file", repository.words().toString(), "--json"));
        String recipient = identity.path("recipient").asText();
        Path home = directory.resolve("home");
        try (RunningServer server = SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "backup.target=\"" + repository.folder() + "\"",
                        "--set",
                        "backup.recipient=\"" + recipient + "\"")
                .ready()) {
            SvcCommand.Finished init = server.command(
                    "", "backup", "init", "--to", repository.folder().toString(), "--same-disk");
            assertThat(init.exit()).as(init.toString()).isZero();
            assertThat(init.out()).contains(recipient).doesNotContain("words:");
            MailUser.of(server, "ann@recipient.test").bring("From: a@b.test", "Subject: kept", "", "word kept");
            String run = json(server.command("", "backup", "run", "--json"))
                    .path("id")
                    .asText();
            assertThat(server.command("", "backup", "verify", "--all").exit()).isZero();
            SvcCommand.Finished refused = server.command("", "backup", "drill");
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err()).contains("svc backup drill-elsewhere");
            SvcCommand.Finished account =
                    server.command("", "backup", "restore-account", "--account", "ann@recipient.test");
            assertThat(account.err()).contains("This server cannot read its backups");

            JsonNode drill = json(SvcCommand.svc()
                    .run(
                            "backup",
                            "drill-elsewhere",
                            "--from",
                            repository.folder().toString(),
                            "--words-file",
                            repository.words().toString(),
                            "--json"));
            assertThat(drill.path("run_id").asText()).isEqualTo(run);
            assertThat(drill.path("objects").asLong()).isPositive();
            assertThat(drill.path("blob_files").asInt()).isPositive();
            assertThat(drill.has("problem")).isFalse();
            assertThat(server.command("", "doctor", "--only", "backup").out()).contains("No restore was rehearsed yet");
            assertThat(server.command("", "backup", "record-drill", "--run", "20200101T000000Z-001")
                            .exit())
                    .isEqualTo(1);
            assertThat(server.command("", "backup", "record-drill", "--run", run)
                            .exit())
                    .isZero();
            assertThat(server.command("", "doctor", "--only", "backup").exit()).isZero();
            assertThat(server.terminate()).isZero();
        }
        Path restored = directory.resolve("restored");
        SvcCommand.Finished lazy = repository.restore(restored, "--lazy");
        assertThat(lazy.err()).contains("Restore without --lazy");
        assertThat(restored.resolve("data")).doesNotExist();
        JsonNode result = json(repository.restore(restored, "--json"));
        assertThat(result.path("key_fingerprint").asText()).isNotEmpty();
        assertThat(Files.readAllBytes(restored.resolve("secrets/backup.key")))
                .isEqualTo(Files.readAllBytes(home.resolve("secrets/backup.key")));
        assertThat(Files.readAllBytes(restored.resolve("secrets/blob.key")))
                .isEqualTo(Files.readAllBytes(home.resolve("secrets/blob.key")));
        assertThat(Files.size(restored.resolve("data/svc.db"))).isPositive();
    }

    private static JsonNode json(SvcCommand.Finished finished) {
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }
}
