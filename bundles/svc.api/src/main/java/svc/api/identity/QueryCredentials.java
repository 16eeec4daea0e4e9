package svc.api.identity;

/** What a route accepts besides the field {@code Authorization}. */
public sealed interface Door permits Door.Plain, Door.Stream, Door.Download {

    /** Nothing. */
    Door PLAIN = new Plain();

    /** {@code stream_ticket} or {@code access_token} in the query. */
    Door STREAM = new Stream();

    /** The door of routes that accept nothing else. */
    record Plain() implements Door {}

    /** The door of the routes that open a stream, for clients that cannot set fields. */
    record Stream() implements Door {}

    /**
     * The door to one blob: {@code media_token} in the query.
     *
     * @param accountId the account, as the path of the request names it
     * @param blobId the blob
     */
    record Download(String accountId, String blobId) implements Door {}
}
