package svc.backup;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import svc.api.backup.RestoredStores;
import svc.api.backup.RestoredStores.RestoredStore;
import svc.api.operation.Progress;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.FileEntry;
import svc.backup.read.Restore;

/**
 * The database of a run, restored to a folder that only the owner can read. The folder is deleted when this object is
 * closed; a folder that a killed process left is deleted before the next use. Only one image exists at a time.
 */
final class RestoredImage implements AutoCloseable {

    private static final String FOLDER = "run/restored-account";

    /** The part of the size of the database that a migration may need beside it. */
    private static final int PART = 10;

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
            OwnerOnly owner = new OwnerOnly(home);
            owner.folder(folder);
            long size = size(restore, folder);
            Path file = folder.resolve("svc.db");
            Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            try (FileChannel channel = FileChannel.open(file, options, owner.fileAttributes());
                    OutputStream out = new Watched(Channels.newOutputStream(channel), size, progress)) {
                restore.one(HomeFiles.DATABASE, out);
            }
            return new RestoredImage(folder, stores.open(file));
        } catch (IOException | RuntimeException e) {
            OwnerOnly.delete(folder);
            throw e;
        }
    }

    /** Returns the size of the database, after a check that the disk has room for it. */
    private static long size(Restore restore, Path folder) throws IOException {
        long size =
                restore.parts().find(HomeFiles.DATABASE).map(FileEntry::size).orElse(0L);
        long needed = size + size / PART;
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < needed) {
            throw new BackupException("The database of the backup needs " + needed + " bytes in " + folder + ", and "
                    + free + " are free. Free disk space, and try again.");
        }
        return size;
    }

    /** Reports the progress with each chunk, and ends when the caller does not wait any longer. */
    private static final class Watched extends FilterOutputStream {

        private final long size;
        private final Progress progress;
        private long written;

        Watched(OutputStream out, long size, Progress progress) {
            super(out);
            this.size = size;
            this.progress = progress;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            written += length;
            if (!progress.tell(written, size, "bytes of the database restored")) {
                throw new BackupException("The restore was cancelled. Nothing was changed.");
            }
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
