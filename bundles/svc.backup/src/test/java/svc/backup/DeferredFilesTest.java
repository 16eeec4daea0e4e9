package svc.backup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.lifecycle.StartupException;
import svc.api.operation.OperationException;
import svc.api.operation.Progress;
import svc.api.restore.RestoredBackup;
import svc.api.store.Scope;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.directory.DirectoryTarget;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.read.Restore;
import svc.backup.write.SourceFile;
import svc.blobs.files.disk.LocalBlobHolds;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;

/** A server whose restore has left the blobs in the backup. */
@Covers("BAK-05")
final class DeferredFilesTest {

    private static final String FIRST = "blobs/packs/00000001.pack";
    private static final String SECOND = "blobs/packs/00000002.pack";
    private static final String LARGE = "blobs/t1/7/a/b7a";
    private static final String KEYS = "blobs/t1/keys";

    @TempDir
    Path temp;

    private final AdvanceableClock clock = new AdvanceableClock();
    private Fixture fixture;
    private Path source;
    private Path home;
    private SqliteStore store;
    private LocalBlobHolds holds;
    private DeferredFiles deferred;

    @BeforeEach
    void restore() throws IOException {
        fixture = new Fixture(DirectoryTarget.create(temp.resolve("repository")));
        source = temp.resolve("source");
        Files.createDirectories(source.resolve("data"));
        MigratedDatabaseFixture.in(source.resolve("data"), SqliteStore.class, DeferredFiles.class);
        Fixture.write(source.resolve("data").resolve(FIRST), Fixture.bytes(1, 700_000));
        Fixture.write(source.resolve("data").resolve(SECOND), Fixture.bytes(2, 1_000));
        Fixture.write(source.resolve("data").resolve(LARGE), Fixture.bytes(3, 300_000));
        Fixture.write(source.resolve("data").resolve(KEYS), Fixture.bytes(4, 100));
        Fixture.write(source.resolve("secrets/blob.key"), Fixture.bytes(5, 100));
        restoreLazily();
        open();
    }

    private void restoreLazily() throws IOException {
        String run = fixture.run(SourceFile.in(source, "", false)).id();
        home = temp.resolve("home");
        Source from = new Source(temp.resolve("repository").toString(), run);
        new HomeRestore(home, fixture.key, fixture.json, fixture.clock, place -> Long.MAX_VALUE)
                .restore(
                        Restore.of(fixture.repository, run, Fixture.SAME),
                        new RestoredBackup(run, fixture.clock.now(), Set.of(), List.of()),
                        false,
                        Optional.of(from),
                        Progress.UNSEEN);
    }

    private void open() {
        store = new SqliteStore(new MigratedDatabase(file("svc.db")), clock);
        holds = new LocalBlobHolds(store, clock);
        Repositories repositories = new Repositories(home, new Configured(""), fixture.json, clock);
        deferred = new DeferredFiles(repositories, store, holds, fixture.json, clock, "0.40.0");
    }

    @AfterEach
    void close() {
        deferred.stop();
        store.close();
        clock.stop();
    }

    private void restart() {
        deferred.stop();
        store.close();
        open();
        deferred.call();
    }

    private Path file(String path) {
        return home.resolve("data").resolve(path);
    }

    private void assertFetched(String... paths) throws IOException {
        for (String path : paths) {
            assertThat(file(path)).hasSameBinaryContentAs(source.resolve("data").resolve(path));
        }
    }

    private Finding finding() {
        return deferred.run().get(0);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private void fetchAll() {
        clock.advance(Duration.ofMinutes(1));
        await(() -> !holds.isHeld());
    }

    private void reachable(boolean is) throws IOException {
        Path repository = temp.resolve("repository");
        Path away = temp.resolve("away");
        Files.move(is ? away : repository, is ? repository : away);
    }

    @Test
    void aFileIsFetchedWhenItIsNeeded() throws IOException {
        assertThat(file(FIRST)).doesNotExist();
        assertFetched(KEYS);
        deferred.call();
        assertThat(deferred.deferredSize(LARGE)).hasValue(300_000);
        Instant began = clock.now();
        assertThat(deferred.fetch(LARGE)).isTrue();
        assertFetched(LARGE);
        assertThat(Files.getLastModifiedTime(file(LARGE)).toInstant()).isBetween(began, clock.now());
        assertThat(deferred.deferredSize(LARGE)).isEmpty();
        assertThat(deferred.fetch("blobs/t1/0/0/00")).isFalse();
    }

    @Test
    void aHomeWithoutBlobsIsCompleteAtOnce() throws IOException {
        deferred.stop();
        store.close();
        OwnerOnly.delete(home);
        OwnerOnly.delete(source.resolve("data/blobs"));
        restoreLazily();
        open();
        deferred.call();
        deferred.requireComplete();
        clock.advance(Duration.ofMinutes(1));
        await(() -> !holds.isHeld());
        assertThat(finding().status()).isEqualTo(Status.OK);
    }

    @Test
    void aFileCanBeFetchedInsideAReadOfTheStore() throws IOException {
        deferred.call();
        store.read(Scope.system(), snapshot -> {
            try {
                return deferred.fetch(LARGE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertFetched(LARGE);
    }

    @Test
    void allFilesAreFetchedWhileTheServerRuns() throws IOException {
        deferred.call();
        assertThat(holds.isHeld()).isTrue();
        assertThat(finding().status()).isEqualTo(Status.WARN);
        assertThat(finding().facts()).isEqualTo(Map.of("files", 3L, "bytes", 1_001_000L));
        assertThatThrownBy(() -> deferred.requireComplete())
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("3 files");
        fetchAll();
        assertFetched(FIRST, SECOND, LARGE);
        assertThat(finding().status()).isEqualTo(Status.OK);
        deferred.requireComplete();
        restart();
        assertThat(holds.isHeld()).isFalse();
    }

    @Test
    void aRestartContinuesAndDeletesUnfinishedCopies() throws IOException {
        deferred.call();
        deferred.fetch(SECOND);
        Fixture.write(file("deferred.unfinished/7"), Fixture.bytes(9, 10));
        restart();
        assertThat(deferred.deferredSize(SECOND)).isEmpty();
        fetchAll();
        assertFetched(FIRST, SECOND, LARGE);
        assertThat(file("deferred.unfinished")).doesNotExist();
        assertThat(file("deferred.json")).doesNotExist();
    }

    @Test
    void deletedAndErasedFilesDoNotComeBack() throws IOException {
        deferred.call();
        assertThat(deferred.fetch(LARGE)).isTrue();
        deferred.forget(LARGE);
        deferred.forget(FIRST);
        OwnerOnly.delete(file("blobs/t1"));
        fetchAll();
        assertFetched(SECOND);
        assertThat(file(FIRST)).doesNotExist();
        assertThat(file("blobs/t1")).doesNotExist();
    }

    @Test
    void aFileThatTheServerHasWrittenIsKept() throws IOException {
        deferred.call();
        Fixture.write(file(SECOND), Fixture.bytes(9, 500));
        assertThat(deferred.fetch(SECOND)).isTrue();
        fetchAll();
        assertThat(file(SECOND)).hasSize(500);
        assertFetched(FIRST, LARGE);
    }

    @Test
    void theFirstStartNeedsTheBackup() throws IOException {
        reachable(false);
        assertThatThrownBy(() -> deferred.call())
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("There is no folder")
                .hasMessageContaining("Connect the storage");
        reachable(true);
        deferred.call();
        fetchAll();
        assertFetched(FIRST, SECOND, LARGE);
    }

    @Test
    void filesAreFetchedWhenTheBackupCanBeReachedAgain() throws IOException {
        deferred.call();
        reachable(false);
        assertThatThrownBy(() -> deferred.fetch(FIRST)).hasMessageContaining("There is no folder");
        assertThat(finding().status()).isEqualTo(Status.FAIL);
        assertThat(finding().detail()).contains("3 files", "There is no folder");
        reachable(true);
        assertThatThrownBy(() -> deferred.fetch(FIRST))
                .as("reads do not wait for the storage for some seconds")
                .hasMessageContaining("There is no folder");
        clock.advance(Duration.ofSeconds(11));
        fetchAll();
        assertFetched(FIRST, SECOND, LARGE);
        assertThat(finding().status()).isEqualTo(Status.OK);
    }

    @Test
    void damagedFilesAreReportedAndTheOthersFetched() throws IOException {
        deferred.call();
        Path largest = packs().get(0);
        byte[] intact = Files.readAllBytes(largest);
        byte[] damaged = intact.clone();
        damaged[damaged.length / 2] ^= 1;
        rewrite(largest, damaged);
        clock.advance(Duration.ofSeconds(5));
        await(() -> finding().status() == Status.FAIL);
        assertThat(finding().detail()).contains("1 files", "is damaged at offset");
        assertThat(file("deferred.unfinished")).isEmptyDirectory();
        rewrite(largest, intact);
        clock.advance(Duration.ofMinutes(1));
        fetchAll();
        assertFetched(FIRST, SECOND, LARGE);
    }

    private List<Path> packs() throws IOException {
        try (Stream<Path> packs = Files.list(temp.resolve("repository/packs"))) {
            return packs.sorted(Comparator.comparing(pack -> -pack.toFile().length()))
                    .toList();
        }
    }

    private static void rewrite(Path pack, byte[] bytes) throws IOException {
        Files.setPosixFilePermissions(pack, PosixFilePermissions.fromString("rw-------"));
        Files.write(pack, bytes);
    }

    @Test
    void anOperatorCanGiveUpWhatIsLost() throws IOException {
        GiveUpOperation operation = new GiveUpOperation(deferred);
        deferred.call();
        deferred.fetch(SECOND);
        reachable(false);
        clock.advance(Duration.ofSeconds(5));
        await(() -> finding().status() == Status.FAIL);
        String remedy = finding().remedy().orElseThrow();
        long left = (long) requireNonNull(finding().facts().get("files"));
        assertThat(remedy).contains("svc backup give-up --files " + left);
        assertThatThrownBy(() -> operation.giveUp(left - 1))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("Nothing was given up");
        assertThat(operation.giveUp(left).value().files()).isEqualTo(left);
        assertThat(finding().status()).isEqualTo(Status.OK);
        assertThat(holds.isHeld()).isFalse();
        deferred.requireComplete();
        assertThat(deferred.fetch(FIRST)).isFalse();
        assertFetched(SECOND);
        assertThatThrownBy(() -> operation.giveUp(0)).hasMessageContaining("All files");
        clock.advance(Duration.ofMinutes(1));
        restart();
        assertThat(holds.isHeld()).isFalse();
    }

    @Test
    void manyReadersFetchAtOnce() throws Exception {
        deferred.call();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Boolean>> results = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String path = List.of(FIRST, SECOND, LARGE).get(i % 3);
            Callable<Boolean> fetch = () -> deferred.fetch(path);
            results.add(threads.submit(fetch));
        }
        clock.advance(Duration.ofMinutes(1));
        for (Future<Boolean> result : results) {
            assertThat(result.get()).isTrue();
        }
        threads.shutdown();
        await(() -> !holds.isHeld());
        assertFetched(FIRST, SECOND, LARGE);
    }
}
