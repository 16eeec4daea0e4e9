package svc.blobs;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Draft;
import svc.api.identity.Account;

/** Takes what a deriver writes, and looks whether it is what it should be before it becomes a blob. One thread. */
final class FoundBytes extends OutputStream {

    private final KeptBlobs blobs;
    private final Account account;
    private final MessageDigest hash = sha256();
    private @Nullable Draft draft;

    FoundBytes(KeptBlobs blobs, Account account) {
        this.blobs = blobs;
        this.account = account;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing is put on the disk for a deriver that knows nothing. */
    private Draft draft() throws IOException {
        Draft begun = draft;
        if (begun == null) {
            begun = blobs.draft(account);
            draft = begun;
        }
        return begun;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        draft().out().write(bytes, from, length);
        hash.update(bytes, from, length);
    }

    /** Whether all that was written is the blob of this name. To be asked once. */
    boolean is(BlobId id) {
        return BlobId.of(hash.digest()).equals(id);
    }

    void keep() throws IOException {
        draft().out().close();
        blobs.restore(account, draft());
    }

    /** Deriver or not: what was not kept is gone. */
    void discard() throws IOException {
        if (draft != null) {
            draft.close();
        }
    }
}
