package svc.api.blob;

/** What a {@link BlobDeriver} found. */
public sealed interface Derivation {

    /** The bytes; all of them were written. */
    record Found() implements Derivation {}

    /** Nothing is known that this could be a part of: nothing was lost. */
    record NoOwner() implements Derivation {}

    /**
     * It is a part of something whose own bytes are missing or cannot be read: data was lost.
     *
     * @param owner the blob that is missing
     */
    record OwnerUnreadable(BlobId owner) implements Derivation {}

    /**
     * What it should be a part of was read, and none of its parts is it.
     *
     * @param owner the blob that was read
     */
    record NoPartMatches(BlobId owner) implements Derivation {}
}
