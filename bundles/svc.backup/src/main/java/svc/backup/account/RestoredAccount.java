package svc.backup.account;

import java.io.IOException;
import java.io.OutputStream;
import svc.api.backup.AccountRestorer.AccountBackup;
import svc.api.backup.BlobFiles;
import svc.api.backup.BlobFiles.BlobPart;
import svc.api.blob.BlobId;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.backup.RunBlobs;
import svc.backup.read.RunFiles;

/**
 * An account in a run.
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
        new RunBlobs(files, blobs).copy(account.organization(), id, part, out);
    }
}
