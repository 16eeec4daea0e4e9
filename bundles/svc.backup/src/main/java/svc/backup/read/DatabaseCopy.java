package svc.backup.read;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import svc.api.operation.Progress;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.FileEntry;

/** Copies the database of a run to a new file that only its owner can read, and reports the progress. */
public final class DatabaseCopy {

    /** The room beside the database for what a migration or a check writes: a tenth of its size. */
    private static final int PART = 10;

    private DatabaseCopy() {}

    /** Thrown if the caller does not wait any longer. */
    public static final class CancelledException extends BackupException {

        @Serial
        private static final long serialVersionUID = 1L;

        CancelledException() {
            super("The command was cancelled. Nothing was changed.");
        }
    }

    /**
     * Checks that a disk has room for what a restore writes.
     *
     * @param free the number of free bytes
     */
    public static void requireRoom(long size, Path folder, long free) throws BackupException {
        long needed = size + size / PART;
        if (free < needed) {
            throw new BackupException("The restore needs " + needed + " bytes in " + folder + ", and " + free
                    + " are free. Nothing was written. Free disk space, and try again.");
        }
    }

    public static void write(Restore restore, FileEntry database, Path file, Progress progress) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, new OwnerOnly(file).fileAttributes());
                OutputStream out = new Watched(Channels.newOutputStream(channel), database.size(), progress)) {
            restore.copy(database, out);
        }
    }

    /** Reports the progress. */
    public static void tell(Progress progress, long done, long total, String what) throws CancelledException {
        if (!progress.tell(done, total, what)) {
            throw new CancelledException();
        }
    }

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
            tell(progress, written, size, "bytes of the database restored");
        }
    }
}
