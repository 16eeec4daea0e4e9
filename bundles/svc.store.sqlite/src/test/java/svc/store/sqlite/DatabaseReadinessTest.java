package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Facets;
import svc.api.store.StoreException;
import svc.store.sqlite.sql.Fixture;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.Prerequisite;

/** Tests when the database can commit and when it cannot. */
@Covers("HLTH-03")
final class DatabaseReadinessTest {

    private static final String LOST = "The database file was removed or replaced, or cannot be examined.";

    @TempDir
    private Path directory;

    @Test
    void anIntactDatabaseIsReadyBeforeAndAfterACheckpoint() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            DatabaseReadiness readiness = new DatabaseReadiness(fixture.store(), fixture.clock());
            assertThat(readiness.unreadiness()).isEmpty();
            fill(fixture, 500);
            assertThat(readiness.unreadiness()).isEmpty();
            assertThat(fixture.store().overwriteDeleted()).isTrue();
            assertThat(readiness.unreadiness()).isEmpty();
        }
    }

    @Test
    void reportsARemovedOrReplacedFileUntilItIsRestored() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            DatabaseReadiness readiness = new DatabaseReadiness(fixture.store(), fixture.clock());
            Path away = directory.resolve("away");
            Files.move(fixture.file(), away);
            assertThat(readiness.unreadiness()).hasValue(LOST);
            Files.copy(away, fixture.file());
            assertThat(readiness.unreadiness()).hasValue(LOST);
            Files.move(away, fixture.file(), StandardCopyOption.REPLACE_EXISTING);
            assertThat(readiness.unreadiness()).isEmpty();
        }
    }

    @Test
    void reportsATruncatedFile() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            DatabaseReadiness readiness = new DatabaseReadiness(fixture.store(), fixture.clock());
            fill(fixture, 100);
            assertThat(fixture.store().overwriteDeleted()).isTrue();
            try (FileChannel channel = FileChannel.open(fixture.file(), StandardOpenOption.WRITE)) {
                channel.truncate(4096);
                assertThat(readiness.unreadiness()).hasValue("The database file was truncated.");
            }
        }
    }

    @Test
    void reportsAStoppedWriter() throws Exception {
        Fixture fixture = Fixture.in(directory);
        DatabaseReadiness readiness = new DatabaseReadiness(fixture.store(), fixture.clock());
        fixture.close();
        assertThat(readiness.unreadiness()).hasValue("The database writer has stopped.");
    }

    @Test
    void reportsAFailedCommitUntilAProbeSucceeds() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            DatabaseReadiness readiness = new DatabaseReadiness(fixture.store(), fixture.clock());
            limit(fixture, 20);
            assertThatThrownBy(() -> fill(fixture, 1_000))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FULL));
            assertThat(readiness.unreadiness()).hasValue("The disk of the database is full.");
            Eventually.until(
                    "the probe was kept",
                    () -> fixture.store().writer().outcome().trouble().isEmpty());
            assertThat(readiness.unreadiness()).isEmpty();
        }
    }

    /** Needs a separate disk, which only root can mount. */
    @Test
    void reportsAFullDiskUntilThereIsSpace() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        Prerequisite.machine(
                "DatabaseReadinessTest",
                done("mount", "-t", "tmpfs", "-o", "size=40m", "svc-test", disk.toString()),
                "tmpfs cannot be mounted");
        try (Fixture fixture = Fixture.in(disk)) {
            DatabaseReadiness readiness = new DatabaseReadiness(fixture.store(), fixture.clock());
            assertThat(readiness.unreadiness()).isEmpty();
            Path ballast = disk.resolve("ballast");
            fillDisk(ballast);
            assertThat(readiness.unreadiness()).hasValue("The disk of the database has no free space.");
            assertThatThrownBy(() -> fill(fixture, 1_000)).isInstanceOf(StoreException.class);
            Eventually.until("the failed probe is named", () -> {
                fixture.clock().move(Duration.ofSeconds(3));
                return readiness.unreadiness().isPresent();
            });
            Files.delete(ballast);
            Eventually.until("it is ready again", () -> {
                fixture.clock().move(Duration.ofSeconds(3));
                return readiness.unreadiness().isEmpty();
            });
            fill(fixture, 10);
        } finally {
            done("umount", disk.toString());
        }
    }

    private static boolean done(String... command) throws Exception {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static void fillDisk(Path ballast) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast)) {
            byte[] page = new byte[4_096];
            while (ballast.toFile().getUsableSpace() > 0) {
                out.write(page);
            }
        }
    }

    private static void fill(Fixture fixture, int objects) {
        fixture.store().write(fixture.scope(), tx -> {
            for (int i = 0; i < objects; i++) {
                tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[10_000]);
            }
            return objects;
        });
    }

    private static void limit(Fixture fixture, long pages) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        fixture.store().writer().upkeep(db -> {
            db.number(0, "PRAGMA max_page_count = " + (pages + db.number(0, "PRAGMA page_count")));
            done.countDown();
        });
        done.await();
    }
}
