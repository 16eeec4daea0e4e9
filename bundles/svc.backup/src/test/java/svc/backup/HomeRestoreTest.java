package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.Progress;
import svc.api.restore.RestoredBackup;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.directory.DirectoryTarget;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.read.Restore;
import svc.backup.write.SourceFile;
import svc.testkit.Covers;

/** The restore of the files of a home. */
@Covers("BAK-05")
final class HomeRestoreTest {

    @TempDir
    Path temp;

    private Fixture fixture;
    private Path home;
    private String run;
    private long free = Long.MAX_VALUE;
    private Optional<Source> deferred = Optional.empty();

    @BeforeEach
    void backUp() throws IOException {
        fixture = new Fixture(DirectoryTarget.create(temp.resolve("repository")));
        Path source = temp.resolve("source");
        Fixture.write(source.resolve("data/svc.db"), Fixture.bytes(1, 300_000));
        Fixture.write(source.resolve("data/blobs/packs/00000001.pack"), Fixture.bytes(2, 700_000));
        Fixture.write(source.resolve("secrets/blob.key"), Fixture.bytes(3, 100));
        Fixture.write(source.resolve("svc.toml"), Fixture.bytes(4, 100));
        run = fixture.run(SourceFile.in(source, "", false)).id();
        home = temp.resolve("home");
    }

    private void restore(Progress progress) throws IOException {
        assertThat(restore(false, progress)).isEmpty();
    }

    private Optional<Path> restore(boolean replace, Progress progress) throws IOException {
        Restore restore = Restore.of(fixture.repository, run, Fixture.SAME);
        RestoredBackup backup = new RestoredBackup(run, fixture.clock.now(), Set.of(), List.of());
        return new HomeRestore(home, fixture.key, fixture.json, fixture.clock, place -> free)
                .restore(restore, backup, replace, deferred, progress);
    }

    private void assertRestored() throws IOException {
        Map<String, String> expected = Fixture.contents(temp.resolve("source"));
        Map<String, String> found = Fixture.contents(home);
        assertThat(found).containsAllEntriesOf(expected);
        found.keySet().removeAll(expected.keySet());
        assertThat(found.keySet()).containsExactly("data/restore.json", "secrets/backup.key");
        assertThat(Files.readString(home.resolve("data/restore.json"))).contains("\"run\":\"" + run + "\"");
        assertThat(Files.readAllBytes(home.resolve("secrets/backup.key"))).isEqualTo(fixture.key.toBytes());
    }

    @Test
    void restoresAHomeWithTheKeyAndTheMarkOfTheRestore() throws IOException {
        Files.createDirectories(home.resolve("run"));
        restore(Progress.UNSEEN);
        assertRestored();
        assertThat(Files.getLastModifiedTime(home.resolve("data/blobs/packs/00000001.pack"))
                        .toInstant())
                .as("blobs seem to be new, so that the collector keeps them for a day")
                .isEqualTo(fixture.clock.now());
    }

    @Test
    void lazyRestoreLeavesTheBlobsButNotTheirKeys() throws IOException {
        Fixture.write(temp.resolve("source/data/blobs/t1/keys"), Fixture.bytes(5, 100));
        run = fixture.run(SourceFile.in(temp.resolve("source"), "", false)).id();
        deferred = Optional.of(new Source("/backup", run));
        restore(Progress.UNSEEN);
        assertThat(Fixture.contents(home).keySet())
                .containsExactly(
                        "data/blobs/t1/keys",
                        "data/deferred.json",
                        "data/restore.json",
                        "data/svc.db",
                        "secrets/backup.key",
                        "secrets/blob.key",
                        "svc.toml");
        assertThat(home.resolve("data/deferred.json")).hasContent("{\"target\":\"/backup\",\"run\":\"" + run + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/svc.db", "svc.toml", "secrets/blob.key"})
    void aHomeWithFilesIsNotChanged(String file) throws IOException {
        Fixture.write(home.resolve(file), Fixture.bytes(9, 10));
        Map<String, String> before = Fixture.contents(home);
        assertThatThrownBy(() -> restore(Progress.UNSEEN))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("it has " + file.split("/", -1)[0]);
        assertThat(Fixture.contents(home)).isEqualTo(before);
    }

    @Test
    void aRestoreThatWasInterruptedWhileItMovedTheFilesCanBeRepeated() throws IOException {
        Fixture.write(home.resolve("restore.unfinished/data/svc.db"), Fixture.bytes(9, 10));
        Fixture.write(home.resolve("secrets/blob.key"), Fixture.bytes(9, 10));
        restore(Progress.UNSEEN);
        assertRestored();
    }

    @Test
    void anInterruptedRestoreCanBeRepeated() throws IOException {
        for (int files = 1; files <= 4; files++) {
            int last = files;
            int[] seen = {0};
            assertThatThrownBy(() -> restore((done, total, what) -> ++seen[0] < last))
                    .hasMessageContaining("cancelled");
            assertThat(home.resolve("data")).doesNotExist();
        }
        restore(Progress.UNSEEN);
        assertRestored();
    }

    private Map<String, String> oldHome() throws IOException {
        Fixture.write(home.resolve("data/svc.db"), Fixture.bytes(5, 20_000));
        Fixture.write(home.resolve("data/blobs/t1/keys"), Fixture.bytes(6, 100));
        Fixture.write(home.resolve("secrets/blob.key"), Fixture.bytes(7, 100));
        Fixture.write(home.resolve("svc.toml"), Fixture.bytes(8, 100));
        Map<String, String> old = Fixture.contents(home);
        Fixture.write(home.resolve("cache/x"), Fixture.bytes(9, 100));
        Fixture.write(home.resolve("run/svc.lock"), Fixture.bytes(9, 0));
        return old;
    }

    private void assertReplaced(Path folder, Map<String, String> old) throws IOException {
        assertThat(Fixture.contents(folder)).isEqualTo(old);
        assertThat(folder.getFileName().toString()).matches("replaced-\\d{8}T\\d{6}Z");
        OwnerOnly.delete(folder);
        OwnerOnly.delete(home.resolve("cache"));
        OwnerOnly.delete(home.resolve("run"));
        assertRestored();
    }

    @Test
    void replacedFilesAreInAFolderOfTheHome() throws IOException {
        Map<String, String> old = oldHome();
        assertThatThrownBy(() -> restore(Progress.UNSEEN)).hasMessageContaining("--replace");
        Path folder = restore(true, Progress.UNSEEN).orElseThrow();
        assertThat(home.resolve("run")).isDirectory();
        assertReplaced(folder, old);
    }

    @Test
    void aRestoreThatFailsChangesNoFileOfTheHome() throws IOException {
        Map<String, String> old = oldHome();
        for (int files = 1; files <= 4; files++) {
            int last = files;
            int[] seen = {0};
            assertThatThrownBy(() -> restore(true, (done, total, what) -> ++seen[0] < last))
                    .hasMessageContaining("cancelled");
            assertThat(Fixture.contents(home)).containsAllEntriesOf(old);
        }
        assertReplaced(restore(true, Progress.UNSEEN).orElseThrow(), old);
    }

    /** The process ends after each of the moves: a second call completes the restore, and no old file is lost. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aRestoreThatWasInterruptedWhileItMovedTheOldFilesCanBeRepeated(int moved) throws IOException {
        Map<String, String> old = oldHome();
        Fixture.write(home.resolve("restore.unfinished/data/svc.db"), Fixture.bytes(9, 10));
        Path unfinished = Files.createDirectory(home.resolve("replaced-20260101T000000Z.unfinished"));
        for (String name : List.of("secrets", "svc.toml", "data").subList(0, moved)) {
            Files.move(home.resolve(name), unfinished.resolve(name));
        }
        if (moved < 3) {
            assertThatThrownBy(() -> restore(Progress.UNSEEN)).hasMessageContaining("is not empty");
        }
        Path folder = restore(moved < 3, Progress.UNSEEN).orElseThrow();
        assertThat(folder).isEqualTo(home.resolve("replaced-20260101T000000Z"));
        assertReplaced(folder, old);
    }

    @Test
    void filesThatWereCreatedAfterAnInterruptionReplaceNoOldFile() throws IOException {
        Map<String, String> old = oldHome();
        Path unfinished = Files.createDirectory(home.resolve("replaced-20260101T000000Z.unfinished"));
        Files.move(home.resolve("svc.toml"), unfinished.resolve("svc.toml"));
        Fixture.write(home.resolve("svc.toml"), Fixture.bytes(10, 50));
        Path folder = restore(true, Progress.UNSEEN).orElseThrow();
        assertThat(folder.resolve("svc.toml.2")).hasSize(50);
        Files.delete(folder.resolve("svc.toml.2"));
        assertReplaced(folder, old);
    }

    @Test
    void aDiskWithoutRoomIsNotWritten() throws IOException {
        Map<String, String> old = oldHome();
        free = 1_000_000;
        assertThatThrownBy(() -> restore(true, Progress.UNSEEN))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("The restore needs 1")
                .hasMessageContaining("and 1000000 are free");
        assertThat(Fixture.contents(home)).containsAllEntriesOf(old).hasSize(old.size() + 2);
    }

    @Test
    void aSecondReplacementKeepsTheFilesOfTheFirst() throws IOException {
        Map<String, String> old = oldHome();
        Path first = restore(true, Progress.UNSEEN).orElseThrow();
        fixture.clock.leap(Duration.ofMinutes(1));
        Path second = restore(true, Progress.UNSEEN).orElseThrow();
        assertThat(Fixture.contents(first)).isEqualTo(old);
        assertThat(second.resolve("data/restore.json")).exists();
    }
}
