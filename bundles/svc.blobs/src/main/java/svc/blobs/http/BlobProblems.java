package svc.blobs.http;

import java.util.Optional;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.WriteLimit;
import svc.api.http.ProblemDetails;
import svc.api.lifecycle.Maintenance.Period;

/** The problem responses of upload and download. */
public final class BlobProblems {

    static final ProblemDetails READ_ONLY = ProblemDetails.of(
            403, "You may not add anything to this account. Upload into an account to which you can add something.");

    static final ProblemDetails BAD_TYPE =
            ProblemDetails.of(400, "The parameter type is not a media type. Use one such as text/plain, or omit it.");

    static final ProblemDetails BLOB_NOT_FOUND = new ProblemDetails(
            404,
            "blobNotFound",
            "The account has no such blob; no data was lost. Fetch the object that refers to it again.",
            Optional.empty());

    static final ProblemDetails BLOB_MISSING = new ProblemDetails(
            500,
            "blobMissing",
            "The bytes of the blob are missing or damaged. Tell the operator of the server; the log names the blob.",
            Optional.empty());

    static final ProblemDetails MISMATCH = new ProblemDetails(
            500,
            "partDerivationMismatch",
            "The message that should contain the blob has no matching part. Tell the operator of the server.",
            Optional.empty());

    /** 507 without {@code Retry-After}: a client must not repeat the request by itself (RFC 4918 §11.5). */
    public static final ProblemDetails NO_ROOM =
            ProblemDetails.of(507, "The storage of the server is full. Contact its operator and try again later.");

    static final ProblemDetails NO_KEY = ProblemDetails.of(
            503,
            "The encryption key of the blobs is missing on the server; no data is lost. Tell its operator, and try again later.");

    private static final ProblemDetails NOT_FETCHED = ProblemDetails.of(
            503,
            "The blob is in a backup that the server cannot read now; no data is lost. Tell its operator, and try again later.");

    static ProblemDetails unavailable(BlobUnavailableException why) {
        return why instanceof BlobKeyUnavailableException ? NO_KEY : NOT_FETCHED;
    }

    static ProblemDetails maintenance(Period readOnly) {
        return ProblemDetails.of(503, readOnly.notice());
    }

    static ProblemDetails tooLong(long most) {
        return ProblemDetails.exceeded(413, "maxSizeUpload", "An upload may be " + most + " bytes long at most.");
    }

    static ProblemDetails overQuota(String detail) {
        return ProblemDetails.exceeded(413, "overQuota", detail);
    }

    static ProblemDetails of(WriteLimit limit) {
        return ProblemDetails.exceeded(429, limit.key(), String.valueOf(limit.getMessage()));
    }

    static ProblemDetails tooMany(int most) {
        return ProblemDetails.exceeded(
                429,
                "maxConcurrentUpload",
                "You have " + most + " uploads in progress, which is the limit. Wait for one to end.");
    }

    static ProblemDetails beyond(long size) {
        return ProblemDetails.of(416, "The range begins after the end of the blob, which has " + size + " bytes.");
    }

    private BlobProblems() {}
}
