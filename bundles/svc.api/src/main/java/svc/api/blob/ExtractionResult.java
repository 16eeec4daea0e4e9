package svc.api.blob;

/** The result of a {@link BlobExtractor}. */
public sealed interface ExtractionResult {

    /** The blob was found, and all its bytes were written. */
    record Extracted() implements ExtractionResult {}

    /** The server knows no blob that contains the requested blob. No data was lost. */
    record NoContainer() implements ExtractionResult {}

    /**
     * The blob that contains the requested blob is missing or unreadable. Data was lost.
     *
     * @param container the blob that cannot be read
     */
    record ContainerUnreadable(BlobId container) implements ExtractionResult {}

    /**
     * The blob that should contain the requested blob was read, but none of its parts matches.
     *
     * @param container the blob that was read
     */
    record PartNotFound(BlobId container) implements ExtractionResult {}
}
