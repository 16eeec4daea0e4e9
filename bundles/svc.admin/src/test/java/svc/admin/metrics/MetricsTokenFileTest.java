package svc.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

class MetricsTokenFileTest {

    private static final String TOKEN = "a-token-for-metrics-only";

    @TempDir
    private Path directory;

    private Path file;
    private MetricsTokenFile tokens;

    @BeforeEach
    void name() {
        file = directory.resolve("metrics");
        tokens = new MetricsTokenFile(file);
    }

    private void write(String text, String permissions) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private boolean opens(String token) {
        return tokens.now().opens(List.of("Bearer " + token));
    }

    @ParameterizedTest
    @CsvSource({
        "a-token-for-metrics-only, rw-r--r--, other than its owner",
        "a-token-for-metrics-only\\nsecond line\\n, rw-------, one line",
        "short, rw-------, one line"
    })
    @Covers("MET-02")
    void invalidFileIsAProblemAndOpensNothing(String text, String permissions, String problem) throws IOException {
        write(text.replace("\\n", "\n"), permissions);
        assertThat(tokens.problem())
                .hasValueSatisfying(found -> assertThat(found.what())
                        .contains("metrics_token_file", problem)
                        .doesNotContain(TOKEN));
        assertThat(opens(TOKEN)).isFalse();
    }

    @Test
    @Covers("MET-02")
    void missingFileIsAProblemAndOpensNothing() {
        assertThat(tokens.missing()).isTrue();
        assertThat(tokens.problem())
                .hasValueSatisfying(found -> assertThat(found.what()).contains("metrics_token_file cannot be read"));
        assertThat(opens("")).isFalse();
    }

    @Test
    @Covers("MET-02")
    void replacedAndDeletedFilesApplyAtOnce() throws IOException {
        write(TOKEN + "\n", "rw-------");
        assertThat(tokens.problem()).isEmpty();
        assertThat(opens(TOKEN)).isTrue();
        write("another-token-for-metrics", "rw-------");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        assertThat(opens(TOKEN)).isFalse();
        assertThat(opens("another-token-for-metrics")).isTrue();
        Files.delete(file);
        assertThat(opens("another-token-for-metrics")).isFalse();
    }
}
