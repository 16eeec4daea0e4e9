package svc.backup.account;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import svc.api.backup.RestoredStores;
import svc.api.backup.RestoredStores.RestoredStore;
import svc.api.operation.Progress;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.backup.HomeFiles;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.FileEntry;
import svc.backup.read.DatabaseCopy;
import svc.backup.read.Restore;

/**
 * The database of a run, restored to a folder that only the owner can read. The folder is deleted when this object is
 * closed; a folder that a killed process left is deleted before the next use. Only one image exists at a time.
 */
final class RestoredImage implements AutoCloseable {

    private static final String FOLDER = "run/restored-account";

    private final Path folder;
    private final RestoredStore store;

    private RestoredImage(Path folder, RestoredStore store) {
        this.folder = folder;
        this.store = store;
    }

    /**
     * Restores the database of a run.
     *
     * @throws BackupException the disk has no room for it, the run is damaged, or the caller does not wait any longer
     * @throws svc.api.store.StoreException its schema cannot be used
     */
    static RestoredImage of(Restore restore, Path home, RestoredStores stores, Progress progress) throws IOException {
        Path folder = home.resolve(FOLDER);
        OwnerOnly.delete(folder);
        try {
            new OwnerOnly(home).folder(folder);
            FileEntry database = restore.parts()
                    .find(HomeFiles.DATABASE)
                    .orElseThrow(() -> new BackupException("The backup contains no database."));
            DatabaseCopy.requireRoom(
                    database.size(), folder, Files.getFileStore(folder).getUsableSpace());
            Path file = folder.resolve("svc.db");
            DatabaseCopy.write(restore, database, file, progress);
            return new RestoredImage(folder, stores.open(file));
        } catch (IOException | RuntimeException e) {
            OwnerOnly.delete(folder);
            throw e;
        }
    }

    /** Reads a scope of the database. */
    <R> R read(Scope scope, SnapshotCallback<R> work) {
        return store.read(scope, work);
    }

    @Override
    public void close() throws IOException {
        store.close();
        OwnerOnly.delete(folder);
    }
}
