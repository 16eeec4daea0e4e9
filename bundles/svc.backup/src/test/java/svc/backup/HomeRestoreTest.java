package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.Progress;
import svc.api.restore.RestoredBackup;
import svc.backup.directory.DirectoryTarget;
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
        Restore restore = Restore.of(fixture.repository, run, Fixture.SAME);
        RestoredBackup backup = new RestoredBackup(run, fixture.clock.now(), Set.of(), List.of());
        new HomeRestore(home, fixture.key, fixture.json, fixture.clock).restore(restore, backup, progress);
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

    @ParameterizedTest
    @ValueSource(strings = {"data/svc.db", "svc.toml", "secrets/blob.key"})
    void aHomeWithFilesIsNotChanged(String file) throws IOException {
        Fixture.write(home.resolve(file), Fixture.bytes(9, 10));
        Map<String, String> before = Fixture.contents(home);
        assertThatThrownBy(() -> restore(Progress.UNSEEN))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("it has " + file.split("/")[0]);
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
}
