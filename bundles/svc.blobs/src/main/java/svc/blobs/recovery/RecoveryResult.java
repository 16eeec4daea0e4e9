package svc.blobs;

import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;

/** What became of the attempt to find the bytes of a blob in something else. */
sealed interface Restored {

    /** They are stored now. */
    record Found(Stored stored) implements Restored {}

    /** Nobody knows of anything that they could be in. */
    record Unknown() implements Restored {}

    /** What they were in cannot be read. */
    record Unreadable(BlobId owner) implements Restored {}

    /** They are not in what they should be in. */
    record Mismatch() implements Restored {}

    /** Which of two answers says more. */
    default Restored or(Restored other) {
        return weight(other) > weight(this) ? other : this;
    }

    private static int weight(Restored one) {
        if (one instanceof Found) {
            return 3;
        } else if (one instanceof Unreadable) {
            return 2;
        }
        return one instanceof Mismatch ? 1 : 0;
    }
}
