package svc.blobs.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.store.Scope;
import svc.blobs.files.pack.PackRows;
import svc.blobs.files.pack.Place;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** A home with a database and small blobs in packs. */
record PackHome(Path directory, SqliteStore store, PackedBlobs blobs, SettableWallClock clock)
        implements AutoCloseable {

    /** Returns a home on which a server has started. */
    static PackHome started(Path directory, SettableWallClock clock) throws IOException {
        SqliteStore store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(directory, SqliteStore.class, PackedBlobs.class)),
                clock);
        PackedBlobs blobs = PackedBlobs.in(directory, store, clock);
        blobs.begin();
        return new PackHome(directory, store, blobs, clock);
    }

    /** Returns the home after a restart of the server. */
    PackHome restarted() throws IOException {
        close();
        return started(directory, clock);
    }

    BlobId keep(String organization, byte[] bytes) throws IOException {
        return Home.keep(blobs, organization, bytes);
    }

    byte[] read(String organization, BlobId id) throws IOException {
        return Home.read(blobs, organization, id);
    }

    /** Returns a blob that waits for its commit. */
    PendingBlob prepared(String organization, byte[] bytes) throws IOException {
        try (BlobWriter draft = blobs.newBlob(organization)) {
            draft.out().write(bytes);
            draft.out().close();
            return draft.prepare();
        }
    }

    void commit(PendingBlob pending) {
        store.write(Scope.system(), tx -> {
            pending.commitIn(tx);
            return true;
        });
    }

    /** Returns whether the bytes of removed blobs may remain. */
    boolean hasDeadEntries() {
        return store.read(Scope.system(), snapshot -> snapshot.sql().exists("SELECT 1 FROM blob_dead"));
    }

    Optional<Place> place(String organization, BlobId id) {
        return store.read(Scope.system(), snapshot -> PackRows.find(snapshot.sql(), organization, id));
    }

    /** Returns the pack of a blob. */
    Path pack(String organization, BlobId id) {
        return blobs.packs().path(place(organization, id).orElseThrow().pack());
    }

    List<BlobId> list(String organization) throws IOException {
        return blobs.list(organization, Optional.empty(), Integer.MAX_VALUE);
    }

    /** Flips a bit of a file. */
    static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.seek(at);
            int old = opened.read();
            opened.seek(at);
            opened.write(old ^ 1);
        }
    }

    @Override
    public void close() {
        blobs.close();
        store.close();
    }
}
