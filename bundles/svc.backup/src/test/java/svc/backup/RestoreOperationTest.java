package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.backup.RestoredStores;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Progress;
import svc.backup.directory.DirectoryTarget;
import svc.backup.write.SourceFile;
import svc.store.sqlite.image.RestoredDatabases;
import svc.store.sqlite.schema.MigrationSet;
import svc.store.sqlite.schema.MigrationSet.Script;
import svc.testkit.Covers;

/** {@code svc backup restore} with backups of other versions. The backup has version 0.40.0, and version 7 of the core. */
@Covers("BAK-04")
final class RestoreOperationTest {

    @TempDir
    Path temp;

    private Fixture fixture;
    private Path home;

    @BeforeEach
    void backUp() throws IOException {
        fixture = new Fixture(DirectoryTarget.create(temp.resolve("repository")));
        Path source = temp.resolve("source");
        Fixture.write(source.resolve("data/svc.db"), Fixture.bytes(1, 3_000));
        fixture.run(SourceFile.in(source, "", false));
        WordsFile.write(temp.resolve("words"), fixture.key);
        home = temp.resolve("home");
    }

    private void restore(String version, int core, boolean replace) {
        Script newest = new Script(core, "V" + core + "__core.sql", "");
        MigrationSet known = new MigrationSet("core", "svc.core", false, List.of(newest), Optional.empty());
        RestoredStores stores = new RestoredDatabases(() -> List.of(known), fixture.clock);
        Repositories repositories = new Repositories(home, new Configured(""), fixture.json, fixture.clock);
        new RestoreOperation(repositories, stores, fixture.json, fixture.clock, version)
                .restore(
                        temp.resolve("repository").toString(),
                        temp.resolve("words"),
                        null,
                        false,
                        replace,
                        false,
                        Progress.UNSEEN);
    }

    @ParameterizedTest
    @CsvSource({"0.40.0, 7", "0.41.0, 8"})
    void backupsOfTheSameAndOfAnOlderVersionAreRestored(String version, int core) {
        restore(version, core, false);
        assertThat(home.resolve("data/svc.db")).exists();
    }

    @ParameterizedTest
    @CsvSource({"0.39.0, 7", "0.40.0, 6"})
    void newerBackupsAreRefusedAndTheHomeIsUnchanged(String version, int core) throws IOException {
        Fixture.write(home.resolve("svc.toml"), Fixture.bytes(2, 100));
        Map<String, String> before = Fixture.contents(home);
        assertThatThrownBy(() -> restore(version, core, true))
                .isInstanceOfSatisfying(
                        OperationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CONFLICT))
                .hasMessageContaining("cannot restore");
        assertThat(Fixture.contents(home)).isEqualTo(before);
    }
}
