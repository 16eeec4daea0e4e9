package svc.store.sqlite.image;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.StoreImages;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.snapshot.WalCheckpointer.LongRead;

/**
 * Makes copies of the open database. A copy is made by SQLite itself, because a file of the database that this process
 * opens and closes would lose SQLite's locks.
 */
@Component
public final class DatabaseImages implements StoreImages {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseImages.class);

    /** The folder beside the database whose files a start deletes. */
    private static final String FOLDER = "image";

    private static final String PREFIX = "svc-image-";
    private static final String SUFFIX = ".db";

    /** The most bytes by which the write-ahead log may grow during a copy. */
    private static final long MOST_GROWTH = 2L << 30;

    /** The part of the free space by which the log may grow during a copy, and which must stay free. */
    private static final int PART = 10;

    private final ToLongFunction<Path> free;
    private final AtomicLong made = new AtomicLong();

    /** The files of this process, which {@link #clean} keeps. */
    private final Set<Path> open = ConcurrentHashMap.newKeySet();

    private volatile @Nullable SqliteStore store;

    @Activate
    public DatabaseImages() {
        this(folder -> folder.toFile().getUsableSpace());
    }

    /** Creates the service for a store that is open. */
    public static DatabaseImages of(SqliteStore store, ToLongFunction<Path> free) {
        DatabaseImages images = new DatabaseImages(free);
        images.bind(store);
        return images;
    }

    private DatabaseImages(ToLongFunction<Path> free) {
        this.free = free;
    }

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    public void bind(SqliteStore opened) {
        store = opened;
        try {
            clean(opened.connections().file().resolveSibling(FOLDER));
        } catch (IOException e) {
            LOG.warn("The copies of the database that an earlier process left cannot be deleted", e);
        }
    }

    void unbind(SqliteStore closed) {
        store = null;
    }

    @Override
    public StoreImage open(Path folder) {
        SqliteStore opened = store;
        if (opened == null) {
            throw new StoreException(Kind.CLOSED, "The database is not open.", null);
        }
        long growth;
        Path file = folder.toAbsolutePath().resolve(PREFIX + made.incrementAndGet() + SUFFIX);
        try {
            Files.createDirectories(folder, owner("rwx------"));
            clean(folder);
            growth = Math.min(MOST_GROWTH, free.applyAsLong(folder) / PART);
        } catch (IOException e) {
            throw new StoreException(Kind.FAILED, "The folder " + folder + " cannot be used: " + e + ".", e);
        }
        LongRead read = opened.wal()
                .beginLongRead(growth)
                .orElseThrow(() -> new StoreException(Kind.BUSY, "Another copy of the database is being made.", null));
        open.add(file);
        try {
            return copied(opened, read, file, growth);
        } catch (IOException e) {
            throw new StoreException(Kind.FAILED, "The file " + file + " cannot be written: " + e + ".", e);
        } finally {
            opened.wal().endLongRead();
            opened.writer().upkeep(db -> opened.wal().look(db, opened.pool()));
        }
    }

    @Override
    public StoreImage read(Path file) {
        try {
            return new DatabaseImage(file, Files.size(file), () -> {});
        } catch (IOException e) {
            throw new StoreException(Kind.FAILED, "The file " + file + " cannot be read: " + e + ".", e);
        }
    }

    private StoreImage copied(SqliteStore opened, LongRead read, Path file, long reserve) throws IOException {
        boolean complete = false;
        try {
            Files.createFile(file, owner("rw-------"));
            long size = ImageCopy.make(opened.connections(), read, file, free.applyAsLong(file) - reserve);
            complete = true;
            return new DatabaseImage(file, size, () -> delete(file));
        } finally {
            if (!complete) {
                delete(file);
            }
        }
    }

    private void delete(Path file) {
        try {
            for (String suffix : ImageCopy.SIDE_FILES) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
            }
            open.remove(file);
        } catch (IOException e) {
            LOG.warn("The copy {} of the database cannot be deleted; the next copy or start deletes it", file, e);
        }
    }

    /** Deletes the copies in a folder that this process does not use. */
    private void clean(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path file : files) {
                if (open.stream()
                        .noneMatch(used -> file.toAbsolutePath().toString().startsWith(used.toString()))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            LOG.trace("There is no folder {}", folder);
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> owner(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
