package svc.backup.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.blob.CorruptBlobException;
import svc.api.operation.Progress;
import svc.backup.Fixture;
import svc.backup.HomeFiles;
import svc.backup.MemoryTarget;
import svc.backup.read.Restore;
import svc.backup.read.RunFiles;
import svc.backup.write.SourceFile;
import svc.blobs.files.BlobFileList;
import svc.blobs.files.PackedBlobs;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.image.DatabaseImages;
import svc.store.sqlite.image.RestoredDatabases;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;

/** The decryption of blobs of a run in a drill. */
@Covers("BAK-05")
final class BlobDecryptionTest {

    private static final String TENANT = "o1";

    @TempDir
    Path temp;

    private final AdvanceableClock clock = new AdvanceableClock();
    private final Fixture fixture = new Fixture(new MemoryTarget());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Server server;

    /** The blobs of a server. */
    private record Server(Path home, SqliteStore store, PackedBlobs blobs) {

        void keep(byte[] content) throws IOException {
            try (var draft = blobs.newBlob(TENANT)) {
                draft.out().write(content);
                draft.out().close();
                draft.commit();
            }
        }

        Path pack() throws IOException {
            try (var files = Files.list(home.resolve("data/blobs/packs"))) {
                return files.findFirst().orElseThrow();
            }
        }
    }

    @BeforeEach
    void keepBlobs() throws IOException {
        server = server("home");
        server.keep(Fixture.bytes(1, 3_000));
        server.keep(Fixture.bytes(2, 5_000));
    }

    private Server server(String name) throws IOException {
        Path home = Files.createDirectories(temp.resolve(name));
        SqliteStore store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(home, SqliteStore.class, PackedBlobs.class)), clock);
        PackedBlobs blobs = PackedBlobs.in(home, store, clock);
        opened.add(store::close);
        opened.add(blobs::close);
        return new Server(home, store, blobs);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        clock.stop();
    }

    /** Makes a backup of the first server, and decrypts its blobs with the keys of another one. */
    private int decrypt(Server with) throws IOException {
        try (StoreImage image =
                DatabaseImages.of(server.store(), folder -> Long.MAX_VALUE).open(temp.resolve("image"))) {
            List<SourceFile> files = new ArrayList<>(SourceFile.in(server.home(), "", false).stream()
                    .filter(file -> file.path().startsWith(HomeFiles.BLOBS))
                    .toList());
            files.add(new SourceFile(HomeFiles.DATABASE, image.file(), false, true));
            String run = fixture.run(files).id();
            RunFiles parts = Restore.of(fixture.repository, run, Fixture.SAME).parts();
            Path database = Files.copy(image.file(), temp.resolve("svc.db"));
            return new BlobDecryption(
                            new RestoredDatabases(List::of, clock), new BlobFileList(with.blobs()), new Random(1))
                    .decrypt(database, parts, Progress.UNSEEN);
        }
    }

    @Test
    void blobsOfTheBackupAreDecrypted() throws IOException {
        assertThat(decrypt(server)).isEqualTo(20);
    }

    @Test
    void aDamagedBlobIsFound() throws IOException {
        byte[] pack = Files.readAllBytes(server.pack());
        for (int i = 500; i < 7_500; i += 500) {
            pack[i] ^= 1;
        }
        Files.write(server.pack(), pack);
        assertThatThrownBy(() -> decrypt(server)).isInstanceOf(CorruptBlobException.class);
    }

    @Test
    void anotherKeyIsFound() throws IOException {
        Server other = server("other");
        other.keep(Fixture.bytes(3, 10));
        assertThatThrownBy(() -> decrypt(other)).isInstanceOf(CorruptBlobException.class);
    }

    @Test
    void blobsOfATenantWithoutKeysAreNotDecrypted() throws IOException {
        assertThat(decrypt(server("empty"))).isZero();
    }
}
