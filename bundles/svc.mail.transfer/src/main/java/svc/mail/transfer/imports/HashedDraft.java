package svc.mail.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Draft;

/** A blob that is being written and whose name is known before it is kept. One thread at a time. */
final class HashedDraft extends OutputStream {

    private final Draft draft;
    private final OutputStream out;
    private final MessageDigest digest;
    private @Nullable BlobId id;

    HashedDraft(Draft draft) {
        this.draft = draft;
        this.out = draft.out();
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) { // every Java has it
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        digest.update(bytes, from, length);
    }

    /** No more bytes. */
    void end() throws IOException {
        out.close();
        id = BlobId.of(digest.digest());
    }

    /** The name that the blob will have. */
    BlobId id() {
        return java.util.Objects.requireNonNull(id);
    }

    long size() {
        return draft.size();
    }

    Draft draft() {
        return draft;
    }

    @Override
    public void close() throws IOException {
        draft.close();
    }
}
