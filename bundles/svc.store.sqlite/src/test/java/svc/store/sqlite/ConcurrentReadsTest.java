package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

final class ConcurrentReadsTest {

    @ParameterizedTest
    @CsvSource({"17, 1, 8", "17, 2, 8", "17, 8, 32", "21, 1, 4", "21, 2, 4", "25, 8, 16"})
    @Covers(value = "FAIR-01", part = "read connections")
    void numberDependsOnTheJavaVersionAndTheProcessors(int javaVersion, int processors, int reads) {
        assertThat(SqliteStore.readers(javaVersion, processors)).isEqualTo(reads);
    }
}
