package svc.backup.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.operation.Progress;
import svc.backup.Fixture;
import svc.backup.MemoryTarget;
import svc.backup.api.BackupTarget;
import svc.backup.format.BackupException;
import svc.backup.format.Layout;
import svc.testkit.ManualClock;

final class BackupRunTest {

    private static final int CHUNK = 256 * 1024;

    @TempDir
    Path temp;

    private final MemoryTarget target = new MemoryTarget();
    private final Fixture fixture = new Fixture(target);

    private Path write(String name, byte[] content) throws IOException {
        Path file = temp.resolve("home").resolve(name);
        Fixture.write(file, content);
        return file;
    }

    private BackupRun.Result run(boolean immutable) throws IOException {
        fixture.clock.leap(Duration.ofHours(1));
        return fixture.run(SourceFile.in(temp.resolve("home"), "", immutable));
    }

    @Test
    void manifestHasTheDetailsAndSizes() throws IOException {
        write("a", Fixture.bytes(1, 1000));
        write("b/c", new byte[0]);
        BackupRun.Result first = run(true);
        BackupRun.Result second = run(true);
        assertThat(fixture.repository.manifest(second.id())).isEqualTo(second.manifest());
        assertThat(second.manifest()).satisfies(manifest -> {
            assertThat(manifest.version()).isEqualTo("0.40.0");
            assertThat(manifest.schema()).containsEntry("core", 7L);
            assertThat(manifest.counts()).containsEntry("accounts", 3L);
            assertThat(manifest.heads()).containsEntry("changes", 42L);
            assertThat(manifest.fileCount()).isEqualTo(2);
            assertThat(manifest.bytes()).isEqualTo(1000);
            assertThat(manifest.previous()).isEqualTo(first.id());
            assertThat(manifest.addedBytes()).isZero();
            assertThat(manifest.time()).isEqualTo(fixture.clock.now());
        });
        assertThat(first.manifest().previous()).isNull();
        assertThat(first.id()).isEqualTo("20300101T010000Z-001");
    }

    @Test
    void blobThatIsErasedDuringTheRunIsLeftOut() throws IOException {
        write("a", Fixture.bytes(1, 1000));
        Path erased = write("b", Fixture.bytes(2, 1000));
        List<SourceFile> blobs = SourceFile.in(temp.resolve("home"), "", true);
        List<SourceFile> others = SourceFile.in(temp.resolve("home"), "", false);
        Files.delete(erased);
        assertThat(fixture.read(fixture.run(blobs).id())).containsOnlyKeys("a");
        assertThatThrownBy(() -> fixture.run(others)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void oneChangedPageAddsOneChunk() throws IOException {
        byte[] database = Fixture.bytes(1, 20 * CHUNK);
        write("svc.db", database);
        assertThat(run(false).manifest().addedBytes()).isGreaterThan(20 * CHUNK);
        database[7 * CHUNK + 5]++;
        write("svc.db", database);
        assertThat(run(false).manifest().addedBytes()).isBetween((long) CHUNK, CHUNK + 3000L);
    }

    @Test
    void equalContentsAreStoredOnce() throws IOException {
        write("a", Fixture.bytes(1, CHUNK));
        write("b", Fixture.bytes(1, CHUNK));
        assertThat(run(false).manifest().addedBytes()).isLessThan(CHUNK + 1000L);
    }

    @Test
    void imagesAreCompressedIfTheyBecomeSmaller() throws IOException {
        Path file = write("svc.db", new byte[3 * CHUNK]);
        fixture.run(List.of(new SourceFile("svc.db", file, false, true)));
        assertThat(stored()).isLessThan(10_000);
        Path random = write("random", Fixture.bytes(1, 2 * CHUNK));
        long before = stored();
        fixture.run(List.of(new SourceFile("random", random, false, true)));
        assertThat(stored() - before).isBetween(2L * CHUNK, 2 * CHUNK + 1500L);
    }

    private long stored() {
        return target.objects().values().stream()
                .mapToLong(bytes -> bytes.length)
                .sum();
    }

    @Test
    void immutableFileIsNotReadAgain() throws IOException {
        Path file = write("a", Fixture.bytes(1, 1000));
        run(true);
        var modified = Files.getLastModifiedTime(file);
        Files.write(file, Fixture.bytes(2, 1000));
        Files.setLastModifiedTime(file, modified);
        assertThat(run(true).manifest().addedBytes()).isZero();
        assertThat(run(false).manifest().addedBytes()).isPositive();
    }

    @Test
    void immutableFileIsReadAgainIfItsChunksAreLost() throws IOException {
        write("a", Fixture.bytes(1, 1000));
        write("b", Fixture.bytes(2, 20 * CHUNK));
        run(true);
        target.objects().keySet().removeIf(name -> name.startsWith("packs/"));
        String id = run(true).id();
        assertThat(fixture.restore(id, temp.resolve("restored"))).isEqualTo(Fixture.contents(temp.resolve("home")));
    }

    @Test
    void lostChunksBehindListsAreFoundIfThePreviousRunIsNotTrusted() throws IOException {
        write("b", Fixture.bytes(2, 20 * CHUNK));
        run(true);
        String largest = target.list("packs/").stream()
                .max(Comparator.comparing(BackupTarget.StoredObject::size))
                .orElseThrow()
                .name();
        target.objects().remove(largest);
        target.objects().remove(largest.replace("packs", "index"));
        try (RepositoryLock lock = fixture.lock(false)) {
            new BackupRun(fixture.repository, fixture.clock, new SplittableRandom(1), Fixture.PACK, Duration.ofHours(1))
                    .run(lock, Fixture.DETAILS, SourceFile.in(temp.resolve("home"), "", true), false, Progress.UNSEEN);
        }
        assertThat(fixture.verify().problems()).isEmpty();
    }

    @Test
    void newFileChangesOneChunkOfTheFileList() throws IOException {
        List<SourceFile> files = new ArrayList<>();
        Path empty = write("empty", new byte[0]);
        for (int i = 0; i < 20_000; i++) {
            files.add(new SourceFile(String.format("blobs/%05d", i), empty, true, false));
        }
        BackupRun.Result first = fixture.run(files);
        files.add(0, new SourceFile("blobs/00000-new", empty, true, false));
        files.sort(SourceFile.ORDER);
        BackupRun.Result second = fixture.run(files);
        assertThat(first.manifest().files()).hasSizeBetween(10, 40);
        List<String> changed = new ArrayList<>(second.manifest().files());
        changed.removeAll(first.manifest().files());
        assertThat(changed).hasSizeBetween(1, 2);
    }

    @Test
    void idsGrowAlsoIfTheClockGoesBack() throws IOException {
        write("a", new byte[1]);
        String first = run(true).id();
        try (RepositoryLock lock = fixture.lock(false)) {
            ManualClock earlier = new ManualClock();
            List<SourceFile> files = SourceFile.in(temp.resolve("home"), "", true);
            assertThat(fixture.run(lock, earlier, files).id()).isEqualTo(first.replace("-001", "-002"));
            assertThat(fixture.run(lock, earlier, files).id()).isEqualTo(first.replace("-001", "-003"));
        }
    }

    @Test
    void packsOfAnInterruptedRunAreUsedByTheNext() throws IOException {
        for (int i = 0; i < 8; i++) {
            write("f" + i, Fixture.bytes(i, CHUNK));
        }
        List<SourceFile> files = SourceFile.in(temp.resolve("home"), "", true);
        List<SourceFile> interrupted = new ArrayList<>(files);
        interrupted.add(new SourceFile("missing", temp.resolve("missing"), false, false));
        assertThatThrownBy(() -> fixture.run(interrupted)).isInstanceOf(IOException.class);
        assertThat(fixture.repository.runs()).isEmpty();
        assertThat(fixture.run(files).manifest().addedBytes()).isLessThan(3L * CHUNK);
    }

    @Test
    void unsafePathsUnsortedFilesAndLinksAreRefused() throws IOException {
        Path file = write("a", new byte[1]);
        assertThatThrownBy(() -> fixture.run(List.of(new SourceFile("../a", file, true, false))))
                .isInstanceOf(BackupException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.run(
                        List.of(new SourceFile("b", file, true, false), new SourceFile("a", file, true, false))));
        Files.createSymbolicLink(temp.resolve("home/link"), file);
        assertThatThrownBy(() -> run(true)).hasMessageContaining("regular files only");
        assertThat(fixture.repository.target().list(Layout.RUNS)).isEmpty();
        assertThat(fixture.repository.target().list(Layout.LOCK)).isEmpty();
    }
}
