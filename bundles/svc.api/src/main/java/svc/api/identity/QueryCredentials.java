package svc.api.identity;

/** The credentials that a route accepts in the query, in addition to the field {@code Authorization}. */
public sealed interface QueryCredentials
        permits QueryCredentials.None, QueryCredentials.StreamTicket, QueryCredentials.MediaToken {

    /** No credentials in the query. */
    QueryCredentials NONE = new None();

    /** {@code stream_ticket} or {@code access_token} in the query. */
    QueryCredentials STREAM = new StreamTicket();

    /** For routes that accept no credentials in the query. */
    record None() implements QueryCredentials {}

    /** For routes that open a stream, because some clients cannot set header fields when they open a stream. */
    record StreamTicket() implements QueryCredentials {}

    /**
     * For the route of one blob: {@code media_token} in the query.
     *
     * @param accountId the account id from the path of the request
     * @param blobId the blob id
     */
    record MediaToken(String accountId, String blobId) implements QueryCredentials {}
}
