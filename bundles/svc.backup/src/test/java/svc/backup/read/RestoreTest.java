package svc.backup.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.Progress;
import svc.backup.Fixture;
import svc.backup.MemoryTarget;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkCipher;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;
import svc.backup.key.BackupKey;
import svc.backup.write.PackWriter;
import svc.backup.write.RepositoryLock;
import svc.backup.write.SourceFile;
import svc.testkit.Covers;

final class RestoreTest {

    private static final Instant MODIFIED = Instant.parse("2026-11-23T10:11:12.123456789Z");

    @TempDir
    Path temp;

    private final MemoryTarget target = new MemoryTarget();
    private final Fixture fixture = new Fixture(target);
    private Path home;
    private String run = "";

    @BeforeEach
    void run() throws IOException {
        home = temp.resolve("home");
        Fixture.write(home.resolve("blobs/a"), Fixture.bytes(1, 300_000));
        Fixture.write(home.resolve("secret"), "words".getBytes(UTF_8));
        Files.setPosixFilePermissions(home.resolve("secret"), PosixFilePermissions.fromString("r--r-----"));
        Files.setLastModifiedTime(home.resolve("secret"), FileTime.from(MODIFIED));
        run = fixture.run(SourceFile.in(home, "", true)).id();
    }

    private Restore restore() throws IOException {
        return Restore.of(fixture.repository, run, Fixture.SAME);
    }

    @Test
    void restoresContentPermissionsAndTime() throws IOException {
        Path folder = temp.resolve("new/home");
        assertThat(fixture.restore(run, folder)).isEqualTo(Fixture.contents(home));
        Path secret = folder.resolve("secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("r--r-----");
        assertThat(Files.getLastModifiedTime(secret).toInstant()).isEqualTo(MODIFIED);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("blobs"))))
                .isEqualTo("rwx------");
    }

    @Test
    void restoresOneFile() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        restore().copy(restore().parts().find("secret").orElseThrow(), out);
        assertThat(out.toString(UTF_8)).isEqualTo("words");
        assertThat(restore().parts().find("none")).isEmpty();
    }

    @Test
    void folderMustBeEmpty() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("full"));
        Files.write(folder.resolve("other"), new byte[1]);
        assertThatThrownBy(() -> restore().all(folder, entry -> false, Progress.UNSEEN))
                .hasMessageContaining("is not empty");
        assertThat(Fixture.contents(folder)).containsOnlyKeys("other");
    }

    @Test
    void unknownRunAndEmptyTargetAreNamed() {
        assertThatThrownBy(() -> Restore.of(fixture.repository, "20260101T000000Z-001", Fixture.SAME))
                .hasMessageContaining("runs/20260101T000000Z-001")
                .hasMessageContaining("is missing");
        assertThatThrownBy(() -> Restore.of(fixture.repository, "../repo", Fixture.SAME))
                .hasMessageContaining("is not the id of a run");
        assertThatThrownBy(() -> fixture.in(new MemoryTarget())).hasMessageContaining("does not contain a repository");
    }

    @Test
    void wrongKeyIsNamedByItsFingerprint() {
        BackupKey other = BackupKey.fresh(fixture.random);
        assertThatThrownBy(() -> Repository.open(target, other, fixture.json, fixture.random))
                .isInstanceOf(BackupException.class)
                .hasMessage("The repository has the key with the fingerprint " + fixture.key.fingerprint()
                        + ". The key that was given has the fingerprint " + other.fingerprint() + ".");
    }

    @Test
    void repositoryNeedsAnEmptyTarget() {
        assertThatThrownBy(() -> new Fixture(target)).hasMessageContaining("not empty");
    }

    @Covers("BAK-04")
    @ParameterizedTest
    @CsvSource({
        "0.40.0,core,7,true",
        "0.40.1,core,7,true",
        "0.41.0,core,8,true",
        "1.0,other,1,true",
        "0.40.0-2,core,7,true",
        "0.39.9,core,7,false",
        "0.9.0,core,7,false",
        "0.40.0,core,6,false"
    })
    void runOfANewerProgramIsRefusedBeforeAnythingIsWritten(
            String version, String namespace, long schema, boolean restores) throws IOException {
        Compatibility program = new Compatibility(version, Map.of(namespace, schema));
        Path folder = temp.resolve("new");
        if (restores) {
            Restore.of(fixture.repository, run, program).all(folder, entry -> false, Progress.UNSEEN);
            assertThat(Fixture.contents(folder)).hasSize(2);
        } else {
            assertThatThrownBy(() -> Restore.of(fixture.repository, run, program))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("The run ");
            assertThat(folder).doesNotExist();
        }
    }

    @Covers("BAK-04")
    @Test
    void newerFormatsAreRefused() throws IOException {
        String newer = "20310101T000000Z-001";
        fixture.repository.write("runs/" + newer, "{\"format\":2,\"new\":[1]}".getBytes(UTF_8));
        assertThatThrownBy(() -> Restore.of(fixture.repository, newer, Fixture.SAME))
                .hasMessageContaining("a newer version of svc has written");
        target.objects().put("repo", "{\"format\":3,\"new\":[1]}\n".getBytes(UTF_8));
        assertThatThrownBy(() -> fixture.in(target)).hasMessageContaining("a newer version of svc has written");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "/evil", "a/../../evil", "a//b", "./a", "", "a/.", "a\\\\..\\\\b", "a\\u0000b"})
    void pathsOutsideTheFolderAreRefused(String path) throws IOException {
        RunManifest crafted = list(
                "{\"path\":\"" + path
                        + "\",\"size\":0,\"modified\":\"2026-01-01T00:00:00Z\",\"mode\":\"rw-------\",\"lists\":false,\"chunks\":[]}\n");
        String id = "20310101T000000Z-001";
        fixture.repository.write(
                "runs/" + id, fixture.repository.json().text(crafted).getBytes(UTF_8));
        Path folder = temp.resolve("deep/new");
        assertThatThrownBy(() -> fixture.restore(id, folder))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("not valid");
        assertThat(Fixture.contents(temp.resolve("deep"))).isEmpty();
        assertThat(Fixture.contents(temp)).doesNotContainKey("evil");
    }

    private RunManifest list(String lines) throws IOException {
        byte[] content = lines.getBytes(UTF_8);
        try (RepositoryLock lock = fixture.lock(false);
                PackWriter packs = new PackWriter(
                        fixture.repository,
                        lock,
                        ChunkIndex.load(fixture.repository),
                        new SplittableRandom(1),
                        Fixture.PACK)) {
            String name = packs.store(ChunkCipher.Kind.LIST, content, content.length, false)
                    .text();
            packs.finish();
            return new RunManifest(
                    1, "0.40.0", Map.of(), Map.of(), Map.of(), MODIFIED, 1, List.of(name), 1, 0, 0, null);
        }
    }

    @Test
    void damagedChunkStopsTheRestore() throws IOException {
        target.objects().replaceAll((name, bytes) -> {
            byte[] damaged = bytes.clone();
            if (name.startsWith("packs/")) {
                damaged[100] ^= 1;
            }
            return damaged;
        });
        assertThatThrownBy(() -> fixture.restore(run, temp.resolve("new")))
                .hasMessageContaining("is damaged at offset");
    }
}
