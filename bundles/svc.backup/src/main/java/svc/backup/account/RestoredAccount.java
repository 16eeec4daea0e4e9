package svc.backup.account;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import svc.api.backup.AccountRestorer.AccountBackup;
import svc.api.backup.BlobFiles;
import svc.api.backup.BlobFiles.BlobPart;
import svc.api.backup.BlobFiles.SealedBlob;
import svc.api.blob.BlobId;
import svc.api.blob.CorruptBlobException;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.backup.HomeFiles;
import svc.backup.format.FileEntry;
import svc.backup.read.RunFiles;

/**
 * An account in a run. Blobs are read from the chunks of the repository, without a copy on the disk.
 *
 * @param account the account in the running server
 * @param image the database of the run
 * @param files the files of the run
 * @param blobs finds and decrypts blobs
 */
record RestoredAccount(Account account, RestoredImage image, RunFiles files, BlobFiles blobs) implements AccountBackup {

    @Override
    public <R> R read(SnapshotCallback<R> work) {
        return image.read(Scope.account(new ScopeKey(), account.n()), work);
    }

    @Override
    public void copy(BlobId id, OutputStream out) throws IOException {
        BlobPart part = image.read(Scope.system(), snapshot -> blobs.find(snapshot, account.organization(), id));
        FileEntry file = files.find(HomeFiles.DATA + part.path())
                .orElseThrow(() -> new CorruptBlobException("The backup does not contain the blob " + id + "."));
        long size = part.length().orElse(file.size() - part.from());
        blobs.copy(account.organization(), id, new Part(file, part.from(), size), out);
    }

    /** A part of a file of the run. */
    private final class Part implements SealedBlob {

        private final FileEntry file;
        private final long from;
        private final long size;

        Part(FileEntry file, long from, long size) {
            this.file = file;
            this.from = from;
            this.size = size;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return files.read(file, into, from + at);
        }
    }
}
