package svc.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;

/** The store of blobs under test with what tests of it need. */
interface BlobsUnderTest {

    /** The store under test. */
    BlobStore blobs();

    /** The store's clock. */
    SetClock clock();

    /** Keeps bytes as a blob. */
    default BlobId keep(String organization, byte[] bytes) throws IOException {
        try (BlobStore.Draft draft = blobs().draft(organization)) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return draft.keep();
        }
    }

    /** What a blob sends. */
    default byte[] sent(BlobStore.Stored stored, long from, long length) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stored.send(from, length, out);
        return out.toByteArray();
    }

    /** The name of bytes. */
    default BlobId idOf(byte[] bytes) {
        try {
            return BlobId.of(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** A part of bytes. */
    default byte[] slice(byte[] bytes, int at, int length) {
        return Arrays.copyOfRange(bytes, at, at + length);
    }
}
