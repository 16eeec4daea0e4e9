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
        BackupRepository repository = BackupRepository.in(directory);
        Map<String, Set<String>> acknowledged = Map.of();
        try (RunningServer server = repository.server(directory.resolve("home"))) {
            assertThat(repository.init(server).exit()).isZero();
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
        json(repository.restore(bare, "--json"));
        try (RunningServer server = SvcCommand.svc().start(bare).ready()) {
            MailWriters.assertPresent(server, acknowledged);
        }
    }

    private static JsonNode json(SvcCommand.Finished finished) {
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }
}
