package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.backup.StoreImages;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.engine.ScopeKey;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.operation.Progress;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.backup.drill.Drill;
import svc.backup.format.BackupException;
import svc.backup.format.DrillRecord;
import svc.backup.outcome.BackupOutcomes;
import svc.backup.outcome.Drills;
import svc.backup.read.Compatibility;
import svc.backup.read.Restore;
import svc.backup.verify.ImageContents;
import svc.backup.write.BackupRun;
import svc.backup.write.RepositoryLock;
import svc.backup.write.SourceFile;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.image.DatabaseImages;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;

/** Rehearsals of a restore, their records, and what the doctor says of them. */
@Covers({"BAK-05", "DOC-05"})
final class DrillTest {

    private static final int OBJECTS = 30;
    private static final int BLOBS = 25;
    private static final int READ = 20;

    @TempDir
    Path temp;

    private final MemoryTarget target = new MemoryTarget();
    private final Fixture fixture = new Fixture(target);
    private final AdvanceableClock storeClock = new AdvanceableClock();
    private SqliteStore store;
    private StoreImages images;
    private Drills drills;
    private long free = Long.MAX_VALUE;

    @BeforeEach
    void open() throws IOException, SQLException {
        Path database = MigratedDatabaseFixture.in(temp, SqliteStore.class, Drills.class);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE flyway_schema_history"
                    + " (installed_rank INTEGER, version TEXT, script TEXT, checksum INTEGER, success INTEGER)");
        }
        store = new SqliteStore(new MigratedDatabase(database), storeClock);
        images = DatabaseImages.of(store, folder -> Long.MAX_VALUE);
        drills = new Drills(store);
        long account = store.write(Scope.system(), tx -> tx.createAccount("o1", "ann"));
        for (int i = 0; i < OBJECTS; i++) {
            store.write(Scope.account(new ScopeKey(), account), tx -> {
                tx.put("Note", tx.logCreated("Note", Facets.ALL), Fixture.bytes(1, 40_000));
                return true;
            });
        }
        for (int i = 0; i < BLOBS; i++) {
            Fixture.write(temp.resolve("source/data/blobs/" + i), Fixture.bytes(100 + i, 3_000));
        }
    }

    @AfterEach
    void close() {
        store.close();
        storeClock.stop();
    }

    /** Makes a backup whose manifest has one more object than the database, if asked to. */
    private String run(long more) throws IOException {
        try (StoreImage image = images.open(temp.resolve("image"));
                RepositoryLock lock = fixture.lock(true)) {
            ImageContents contents = ImageContents.of(image);
            Map<String, Long> counts = new TreeMap<>(contents.counts());
            counts.merge("Note", more, Long::sum);
            List<SourceFile> files = new ArrayList<>(SourceFile.in(temp.resolve("source"), "", true));
            files.add(new SourceFile(HomeFiles.DATABASE, image.file(), false, true));
            return new BackupRun(
                            fixture.repository,
                            fixture.clock,
                            new SplittableRandom(1),
                            Fixture.PACK,
                            Duration.ofHours(1))
                    .run(
                            lock,
                            new BackupRun.Details("0.40.0", contents.schema(), counts, contents.heads()),
                            files,
                            true,
                            Progress.UNSEEN)
                    .id();
        }
    }

    private Path folder() {
        return temp.resolve("home/run");
    }

    private Drill.Result drill(String run, Progress progress) throws IOException {
        Restore restore = Restore.of(fixture.repository, run, new Compatibility("0.40.0", Map.of()));
        Drill.Result result =
                new Drill(folder(), images, new Random(1), place -> free, Optional.empty()).run(restore, progress);
        assertThat(folder()).isEmptyDirectory();
        return result;
    }

    @Test
    void restoresTheDatabaseAndReadsBlobs() throws IOException {
        String run = run(0);
        Fixture.write(folder().resolve("drill-killed/svc.db"), new byte[10]);
        Drill.Result result = drill(run, Progress.UNSEEN);
        assertThat(result.problem()).isNull();
        assertThat(result.objects()).isEqualTo(OBJECTS);
        assertThat(result.blobFiles()).isEqualTo(READ);
        assertThat(result.databaseBytes()).isGreaterThan(OBJECTS * 40_000L);
    }

    @Test
    void aDatabaseThatDiffersFromTheManifestFails() throws IOException {
        assertThat(drill(run(1), Progress.UNSEEN).problem()).contains("counts of Note: 30 instead of 31");
    }

    @Test
    void aDamagedPackFails() throws IOException {
        String run = run(0);
        target.objects().entrySet().stream()
                .filter(object -> object.getKey().startsWith("packs/"))
                .forEach(object -> {
                    byte[] changed = object.getValue().clone();
                    changed[changed.length / 2] ^= 1;
                    target.objects().put(object.getKey(), changed);
                });
        assertThat(drill(run, Progress.UNSEEN).problem()).contains("packs/", "is damaged at offset");
    }

    @Test
    void withoutRoomNothingIsWritten() throws IOException {
        String run = run(0);
        free = 1_000_000;
        assertThatThrownBy(() -> drill(run, Progress.UNSEEN))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("1000000 are free")
                .hasMessageContaining("Nothing was written");
        assertThat(folder()).isEmptyDirectory();
    }

    @Test
    void aCancelledDrillLeavesNothing() throws IOException {
        String run = run(0);
        assertThatThrownBy(() -> drill(run, (done, total, what) -> false)).hasMessageContaining("cancelled");
        assertThat(folder()).isEmptyDirectory();
    }

    @Test
    void theRecordIsStoredInTheRepositoryWhenItCanBeReached() throws IOException {
        assertThat(drills.pending()).isEmpty();
        Instant time = Instant.ofEpochMilli(fixture.clock.now().toEpochMilli());
        DrillRecord drill = new DrillRecord("20300101T000000Z-001", time, "damaged");
        drills.save(drill);
        Fixture broken = fixture.in(new FaultyTarget(target, 2, FaultyTarget.Fault.KILLED_BEFORE));
        assertThatThrownBy(() -> drills.record(broken.repository)).isInstanceOf(IOException.class);
        assertThat(drills.pending()).contains(drill);
        drills.record(fixture.repository);
        assertThat(drills.pending()).isEmpty();
        assertThat(drills.newest()).contains(drill);
        String object = target.objects().tailMap("drills/").firstKey();
        assertThat(DrillRecord.read(fixture.repository, object)).isEqualTo(drill);
        assertThat(fixture.verify().problems()).isEmpty();
    }

    private Finding finding() {
        return new BackupResultCheck(
                        new Repositories(temp, new Configured("/backup"), fixture.json, fixture.clock),
                        new BackupOutcomes(store, fixture.clock),
                        Optional::empty,
                        new ErasedAccounts(store),
                        drills,
                        fixture.clock)
                .run()
                .get(1);
    }

    @Test
    void theDoctorWarnsWithoutADrillOfTheLastNinetyDays() {
        assertThat(finding().status()).isEqualTo(Status.WARN);
        assertThat(finding().remedy().orElseThrow()).contains("svc backup drill");
        drills.save(new DrillRecord("20300101T000000Z-001", fixture.clock.now(), null));
        fixture.clock.leap(Duration.ofDays(89));
        assertThat(finding().status()).isEqualTo(Status.OK);
        fixture.clock.leap(Duration.ofDays(2));
        assertThat(finding().status()).isEqualTo(Status.WARN);
        assertThat(finding().detail()).contains("91 days");
        drills.save(new DrillRecord("20300101T000000Z-001", fixture.clock.now(), "The object is damaged."));
        assertThat(finding().status()).isEqualTo(Status.FAIL);
        assertThat(finding().detail()).contains("The object is damaged.");
        drills.save(new DrillRecord("20300101T000000Z-001", fixture.clock.now(), null));
        assertThat(finding().status()).isEqualTo(Status.OK);
    }
}
