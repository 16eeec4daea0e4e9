package svc.blobs.recovery;

import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;

/** The result of an attempt to recover a blob from other blobs. */
public sealed interface RecoveryResult {

    /** The bytes were found; they are stored or extracted on each read. */
    record Found(StoredBlob stored) implements RecoveryResult {}

    /** No known blob contains the bytes. */
    record Unknown() implements RecoveryResult {}

    /** The blob {@code owner}, which should contain the bytes, cannot be read. */
    record Unreadable(BlobId owner) implements RecoveryResult {}

    /** The blob that should contain the bytes was read, but none of its parts has them. */
    record Mismatch() implements RecoveryResult {}

    /** Returns the more significant of the two results. The order is: found, unreadable, mismatch, unknown. */
    default RecoveryResult or(RecoveryResult other) {
        return weight(other) > weight(this) ? other : this;
    }

    private static int weight(RecoveryResult one) {
        if (one instanceof Found) {
            return 3;
        } else if (one instanceof Unreadable) {
            return 2;
        }
        return one instanceof Mismatch ? 1 : 0;
    }
}
