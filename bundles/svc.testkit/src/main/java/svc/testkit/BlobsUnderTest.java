package svc.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;

/** The blob store under test and helper methods for its tests. */
interface BlobsUnderTest {

    BlobStore blobs();

    SettableWallClock clock();

    default BlobId keep(String organization, byte[] bytes) throws IOException {
        try (BlobStore.BlobWriter draft = blobs().newBlob(organization)) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return draft.commit();
        }
    }

    /** Returns the bytes that a stored blob sends. */
    default byte[] sent(BlobStore.StoredBlob stored, long from, long length) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stored.send(from, length, out);
        return out.toByteArray();
    }

    default BlobId idOf(byte[] bytes) {
        try {
            return BlobId.of(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    default byte[] slice(byte[] bytes, int at, int length) {
        return Arrays.copyOfRange(bytes, at, at + length);
    }
}
