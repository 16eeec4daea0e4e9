package svc.blobs.files.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.StorageFullException;
import svc.api.store.Scope;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.blobs.files.PackedBlobs;
import svc.blobs.files.disk.AbsentFiles;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.Packs.Appended;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** Packs on a disk whose sync fails. */
final class PackTest {

    private static final byte[] BODY = new byte[200];

    @TempDir
    private Path directory;

    private FailingDisk disk;
    private SqliteStore store;
    private Packs packs;

    @BeforeEach
    void open() {
        SettableWallClock clock = new SettableWallClock();
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(directory, SqliteStore.class, PackedBlobs.class)),
                clock);
        disk = new FailingDisk(Pack.Disk.of(new DiskSpace(directory)));
        packs = new Packs(
                new PackFolder(directory.resolve("packs"), clock, AbsentFiles.none(directory)), disk, () -> 0);
    }

    @AfterEach
    void close() {
        packs.seal();
        store.close();
    }

    /** A disk that fails as long as there is a failure. */
    private static final class FailingDisk implements Pack.Disk {

        private final Pack.Disk disk;
        private volatile Optional<IOException> failure = Optional.empty();

        FailingDisk(Pack.Disk disk) {
            this.disk = disk;
        }

        @Override
        public void sync(RandomAccessFile file) throws IOException {
            if (failure.isPresent()) {
                throw failure.get();
            }
            disk.sync(file);
        }

        @Override
        public IOException because(IOException thrown) {
            return disk.because(thrown);
        }
    }

    private Appended append(int n) throws IOException {
        return packs.append("o1", id(n).sha256(), BODY);
    }

    private static BlobId id(int n) {
        byte[] hash = new byte[32];
        hash[0] = (byte) n;
        return BlobId.of(hash);
    }

    private boolean commit(int n, Appended appended) {
        return store.write(Scope.system(), tx -> {
            tx.after(appended.durable());
            PackRows.put(tx.sql(), new PackedBlob("o1", id(n), appended.place()));
            return true;
        });
    }

    private Optional<Place> place(int n) {
        return store.read(Scope.system(), snapshot -> PackRows.find(snapshot.sql(), "o1", id(n)));
    }

    @Test
    void aPackIsNotUsedAfterAFailedSync() throws Exception {
        Appended first = append(1);
        commit(1, first);
        Appended second = append(2);
        disk.failure = Optional.of(new IOException("Input/output error"));
        assertThatThrownBy(() -> commit(2, second))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Input/output error");
        disk.failure = Optional.empty();
        // The system may have dropped the bytes, so a later sync that succeeds proves nothing.
        assertThatThrownBy(() -> commit(2, second)).hasMessageContaining("earlier attempt");
        Appended third = append(3);
        assertThat(third.place().pack()).isEqualTo(first.place().pack() + 1);
        commit(3, third);
        assertThatThrownBy(() -> commit(2, second)).hasMessageContaining("earlier attempt");
        assertThat(place(1)).hasValue(first.place());
        assertThat(place(2)).isEmpty();
        assertThat(place(3)).hasValue(third.place());
    }

    @Test
    void anEntryThatIsSealedWithAFailedSyncIsNotCommitted() throws Exception {
        Appended first = append(1);
        disk.failure = Optional.of(new IOException("Input/output error"));
        packs.seal();
        disk.failure = Optional.empty();
        assertThatThrownBy(() -> commit(1, first)).hasMessageContaining("earlier attempt");
        assertThat(place(1)).isEmpty();
    }

    @Test
    void aSyncOnAFullDiskFailsAsFull() throws Exception {
        Appended first = append(1);
        disk.failure = Optional.of(new IOException("No space left on device"));
        assertThatThrownBy(() -> commit(1, first)).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.kind()).isEqualTo(Kind.FULL);
            assertThat(e).hasCauseInstanceOf(StorageFullException.class);
        });
    }

    @Test
    void theLargestBodyIsThatOfTheLargestBlob() {
        PackEntry largest = new PackEntry(PackEntry.LARGEST_BODY, java.time.Instant.EPOCH, "o1", new byte[32]);
        assertThat(PackEntry.of(largest.header(), 0).map(PackEntry::length)).hasValue(PackEntry.LARGEST_BODY);
        PackEntry larger = new PackEntry(PackEntry.LARGEST_BODY + 1, java.time.Instant.EPOCH, "o1", new byte[32]);
        assertThat(PackEntry.of(larger.header(), 0)).isEmpty();
    }

    @Test
    void numbersOfPacksRise() throws Exception {
        append(1);
        packs.seal();
        append(2);
        packs.seal();
        Files.delete(packs.folder().path(1));
        assertThat(append(3).place().pack()).isEqualTo(3);
    }
}
