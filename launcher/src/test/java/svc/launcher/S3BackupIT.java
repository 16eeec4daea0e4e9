package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.s3.S3Stub;
import svc.testkit.Covers;

/** Backups in a bucket: a running server makes them, and a machine with the words and the access key restores them. */
final class S3BackupIT {

    private static final String LOCATION = "s3://" + S3Stub.BUCKET + "/svc";
    private static final int CONFLICT = 1;

    @TempDir
    private Path directory;

    private static SvcCommand svc(S3Stub stub) {
        return SvcCommand.svc()
                .with("AWS_ENDPOINT_URL", stub.url())
                .with("AWS_REGION", S3Stub.REGION)
                .with("AWS_ACCESS_KEY_ID", S3Stub.ID)
                .with("AWS_SECRET_ACCESS_KEY", S3Stub.SECRET);
    }

    private static void succeeded(SvcCommand.Finished finished) {
        assertThat(finished.exit()).as(finished.toString()).isZero();
    }

    @Test
    @Covers({"BAK-02", "BAK-03"})
    void bucketAndWordsRestoreTheServer() throws Exception {
        Path home = directory.resolve("home");
        String words = directory.resolve("words").toString();
        try (S3Stub stub = S3Stub.locked(directory.resolve("storage"), 7)) {
            String target = "backup.target=\"" + LOCATION + "\"";
            try (RunningServer server = svc(stub).start(home, "--set", target).ready()) {
                succeeded(server.command("", "backup", "init", "--to", LOCATION, "--words-file", words));
                BackupRepository.confirmKey(server, Path.of(words));
                succeeded(server.command("", "backup", "run"));
                succeeded(server.command("", "backup", "verify", "--all"));
                succeeded(server.command("", "backup", "drill"));
                succeeded(server.command("", "doctor", "--only", "backup", "--outside"));
                stub.setSkew(Duration.ofMinutes(16));
                SvcCommand.Finished skewed = server.command("", "doctor", "--only", "backup", "--outside");
                assertThat(skewed.exit()).isNotZero();
                assertThat(skewed.out()).contains("clock of this machine");
                stub.setSkew(Duration.ZERO);
                assertThat(server.terminate()).isZero();
            }
            Path bare = directory.resolve("bare");
            succeeded(svc(stub).in(bare, "backup", "restore", "--from", LOCATION, "--words-file", words));
            try (RunningServer restored = svc(stub).start(bare).ready()) {
                assertThat(restored.err()).contains("backup was restored").doesNotContain(S3Stub.SECRET);
            }
            stub.setRetention(6);
            SvcCommand.Finished refused = svc(stub).in(home, "backup", "init", "--to", LOCATION + "2");
            assertThat(refused.exit()).isEqualTo(CONFLICT);
            assertThat(refused.err()).contains("at least 7 days");
        }
    }
}
