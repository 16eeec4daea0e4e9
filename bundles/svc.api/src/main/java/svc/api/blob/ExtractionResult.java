package svc.api.blob;

/** The result of a {@link BlobExtractor}. */
public sealed interface ExtractionResult {

    /** The blob was found, and all its bytes were written. */
    record Extracted() implements ExtractionResult {}

    /** No blob is known that contains it. No data was lost. */
    record NoContainer() implements ExtractionResult {}

    /**
     * The blob that contains it is missing or unreadable. Data was lost.
     *
     * @param container the blob that cannot be read
     */
    record ContainerUnreadable(BlobId container) implements ExtractionResult {}

    /**
     * The blob that should contain it was read, and none of its parts matches.
     *
     * @param container the blob that was read
     */
    record PartNotFound(BlobId container) implements ExtractionResult {}
}
