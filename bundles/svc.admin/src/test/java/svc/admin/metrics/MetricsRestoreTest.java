package svc.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.restore.RestoredBackup;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.image.RestoredDatabases;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** The token of {@code /metrics} after a restore into a home that had one. */
@Covers("MET-03")
final class MetricsRestoreTest {

    private static final RestoredBackup BACKUP = new RestoredBackup("1", Instant.EPOCH, Set.of(), List.of());

    private final SettableWallClock clock = new SettableWallClock();

    @TempDir
    Path home;

    private SqliteStore restored;

    @BeforeEach
    void open() throws IOException {
        restored = store(home.resolve("data"));
    }

    @AfterEach
    void close() {
        restored.close();
    }

    private SqliteStore store(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = MigratedDatabaseFixture.in(folder, SqliteStore.class, MetricsTokenMarker.class);
        return SqliteStore.of(new MigratedDatabase(file), clock, false);
    }

    private Path replaced(boolean token) throws IOException {
        Path data = home.resolve("replaced-20261127T000000Z/data");
        SqliteStore old = store(data);
        if (token) {
            new MetricsTokenMarker(old, clock).close();
        }
        old.close();
        return data.resolve("svc.db");
    }

    private boolean closedAfterTheRestore() {
        RestoredDatabases databases = new RestoredDatabases(List::of, clock);
        MetricsTokenMarker marker = new MetricsTokenMarker(restored, clock);
        new MetricsRestore(home, databases, marker).finish(BACKUP);
        assertThat(new MetricsTokenMarker(restored, clock).closed()).isEqualTo(marker.closed());
        return marker.closed();
    }

    @Test
    void homeWithoutReplacedFilesHadNoToken() {
        assertThat(closedAfterTheRestore()).isFalse();
    }

    @Test
    void tokenOfTheReplacedHomeStaysInForce() throws IOException {
        replaced(true);
        assertThat(closedAfterTheRestore()).isTrue();
    }

    @Test
    void replacedHomeWithoutATokenClosesNothing() throws IOException {
        Path database = replaced(false);
        assertThat(closedAfterTheRestore()).isFalse();
        Files.delete(database);
        assertThat(closedAfterTheRestore()).isFalse();
    }

    @Test
    void unreadableDatabaseCountsAsOneWithAToken() throws IOException {
        Files.writeString(replaced(false), "This is not a database. ".repeat(100));
        assertThat(closedAfterTheRestore()).isTrue();
    }
}
