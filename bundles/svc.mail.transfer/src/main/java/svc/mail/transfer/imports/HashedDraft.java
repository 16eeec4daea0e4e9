package svc.mail.transfer.imports;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;

/** A stream that writes a new blob and computes its id from the written bytes. Not thread-safe. */
final class HashedDraft extends OutputStream {

    private final BlobWriter draft;
    private final OutputStream out;
    private final MessageDigest digest;
    private @Nullable BlobId id;

    HashedDraft(BlobWriter draft) {
        this.draft = draft;
        this.out = draft.out();
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) { // every Java platform has SHA-256
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

    /** Ends writing and computes the id. */
    void end() throws IOException {
        out.close();
        id = BlobId.of(digest.digest());
    }

    /** Returns the id that the blob will have. */
    BlobId id() {
        return java.util.Objects.requireNonNull(id);
    }

    long size() {
        return draft.size();
    }

    BlobWriter draft() {
        return draft;
    }

    @Override
    public void close() throws IOException {
        draft.close();
    }
}
