package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Scope;
import svc.store.sqlite.sql.Fixture;

/** Compares concurrent writes that share commits with writes that commit one by one. */
final class GroupCommitTest {

    private static final int THREADS = 64;
    private static final int WRITES = 10_000;
    private static final int SINGLE = 1_000;

    @TempDir
    private Path directory;

    @Test
    void tenThousandWritesOfSixtyFourThreadsNeedAtMostAThousandCommits() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            Crowd crowd = Crowd.of(fixture, THREADS);
            crowd.together(2_000);
            Crowd.Run grouped = crowd.together(WRITES);
            Crowd.Run single = crowd.oneByOne(SINGLE);
            assertThat(single.commits()).isEqualTo(SINGLE);
            assertThat(grouped.commits()).isLessThanOrEqualTo(WRITES / 10);
            assertThat(grouped.writesPerSecond())
                    .as("against %.0f one by one", single.writesPerSecond())
                    .isGreaterThan(2 * single.writesPerSecond());
            for (Scope scope : crowd.accounts()) {
                assertThat(fixture.head(scope, "Foo")).isPositive();
            }
        }
    }
}
