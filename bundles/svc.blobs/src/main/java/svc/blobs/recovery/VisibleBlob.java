package svc.blobs.recovery;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.AccessibleAccount;
import svc.blobs.recovery.RecoveryResult.Found;

/**
 * A blob that a caller may read. If damage is detected before the first byte is sent, and the account is the caller's
 * own, the blob is recovered from other blobs. If the recovery fails, the loss is logged. Thread-safe.
 */
final class VisibleBlob implements StoredBlob {

    private final StoredBlob stored;
    private final AccessibleAccount reach;
    private final BlobRecovery restoration;
    private final DataLossLog losses;

    VisibleBlob(StoredBlob stored, AccessibleAccount reach, BlobRecovery restoration, DataLossLog losses) {
        this.stored = stored;
        this.reach = reach;
        this.restoration = restoration;
        this.losses = losses;
    }

    @Override
    public BlobId id() {
        return stored.id();
    }

    @Override
    public long size() {
        return stored.size();
    }

    @Override
    public Optional<Instant> lastModified() {
        return stored.lastModified();
    }

    @Override
    public void send(long from, long length, OutputStream out) throws IOException {
        Begun begun = new Begun(out);
        try {
            stored.send(from, length, begun);
        } catch (CorruptBlobException e) {
            if (begun.any || !reach.isPersonal()) {
                throw lost(e);
            }
            again(from, length, out, e);
        }
    }

    private void again(long from, long length, OutputStream out, CorruptBlobException first) throws IOException {
        if (!(restoration.restore(reach.account(), id()) instanceof Found found)) {
            throw lost(first);
        }
        try {
            found.stored().send(from, length, out);
        } catch (CorruptBlobException e) {
            throw lost(e);
        }
    }

    private CorruptBlobException lost(CorruptBlobException why) {
        losses.unreadable(reach.account().organization(), id(), why);
        return why;
    }

    @Override
    public void verify(Consumer<Long> progress) throws IOException {
        stored.verify(progress);
    }

    /** An output stream that records whether any byte was sent. */
    private static final class Begun extends FilterOutputStream {

        private boolean any;

        Begun(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            any = true;
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            any = true;
            out.write(bytes, from, length);
        }
    }
}
