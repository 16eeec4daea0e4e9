package svc.testkit.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import svc.api.blob.BlobStore;
import svc.api.time.Clock;
import svc.blobs.account.StoredAccountBlobs;
import svc.blobs.files.PackedBlobs;
import svc.jobs.StoredJobQueue;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;

/**
 * The server's own store and blobs in a temporary folder, which has a database and encrypted files. The store runs every
 * write twice and undoes the first run, as another store may after a conflict. A store that a test does not close is
 * closed when it is
 * garbage-collected.
 */
public final class TemporaryStore implements AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    private final SqliteStore store;
    private final PackedBlobs bytes;
    private final Cleaner.Cleanable closing;

    /**
     * Creates the database and opens it.
     *
     * @param owners a class of each bundle whose tables the test needs, in the order of their migrations; the tables of
     *     the store, of the blobs and of the job queue always exist
     */
    public TemporaryStore(Clock clock, Class<?>... owners) {
        this(clock, true, owners);
    }

    private TemporaryStore(Clock clock, boolean twice, Class<?>... owners) {
        Path folder = folder();
        Class<?>[] all = Stream.concat(
                        Stream.of(SqliteStore.class, StoredAccountBlobs.class, PackedBlobs.class, StoredJobQueue.class),
                        Stream.of(owners))
                .toArray(Class<?>[]::new);
        store = SqliteStore.of(new MigratedDatabase(MigratedDatabaseFixture.in(folder, all)), clock, twice);
        bytes = PackedBlobs.in(folder, store, clock);
        SqliteStore opened = store;
        PackedBlobs packs = bytes;
        closing = CLEANER.register(this, () -> close(opened, packs, folder));
    }

    /** Creates a store that runs each write once, for a test that changes a model of the data while it writes. */
    public static TemporaryStore once(Clock clock, Class<?>... owners) {
        return new TemporaryStore(clock, false, owners);
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("svc-store-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the store. */
    public SqliteStore store() {
        return store;
    }

    /** Returns the bytes of the blobs. */
    public BlobStore bytes() {
        return bytes;
    }

    /** Closes the store and deletes the folder. */
    @Override
    public void close() {
        closing.clean();
    }

    private static void close(SqliteStore store, PackedBlobs bytes, Path folder) {
        bytes.close();
        store.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
