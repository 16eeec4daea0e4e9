package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Backups while 64 clients write: each contains what was acknowledged before its begin. */
final class BackupUnderWritersIT {

    private static final int ACCOUNTS = 16;
    private static final int RUNS = 5;

    @TempDir
    private static Path directory;

    @Test
    @Tag("soak")
    @Covers("BAK-01")
    void backupsContainWhatWasAcknowledgedBeforeThem() throws Exception {
        Path repository = directory.resolve("repository");
        String words = directory.resolve("words").toString();
        Map<String, Set<String>> acknowledged = Map.of();
        try (RunningServer server = SvcCommand.svc()
                .start(directory.resolve("home"), "--set", "backup.target=\"" + repository + "\"")
                .ready()) {
            json(server.command(
                    "",
                    "backup",
                    "init",
                    "--to",
                    repository.toString(),
                    "--same-disk",
                    "--words-file",
                    words,
                    "--json"));
            try (MailWriters writers = new MailWriters(server, ACCOUNTS)) {
                for (int run = 0; run < RUNS; run++) {
                    acknowledged = writers.acknowledged();
                    json(server.command("", "backup", "run", "--json"));
                    // The drill compares the counts and heads of the database with the manifest.
                    assertThat(json(server.command("", "backup", "drill", "--json"))
                                    .has("problem"))
                            .isFalse();
                }
            }
            json(server.command("", "backup", "verify", "--all", "--json"));
            assertThat(server.terminate()).isZero();
        }
        assertThat(acknowledged.values()).noneMatch(Set::isEmpty);
        Path bare = directory.resolve("bare");
        json(SvcCommand.svc()
                .in(bare, "backup", "restore", "--from", repository.toString(), "--words-file", words, "--json"));
        try (RunningServer server = SvcCommand.svc().start(bare).ready()) {
            MailWriters.assertPresent(server, acknowledged);
        }
    }

    private static JsonNode json(SvcCommand.Finished finished) {
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }
}
