package svc.blobs.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.blob.WriteLimit;

/**
 * A problem response of type {@code application/problem+json}.
 *
 * @param status the HTTP status
 * @param type the problem type: a URI, or a name such as {@code blobNotFound}
 * @param detail the problem and its remedy
 * @param limit the name of the exceeded limit; empty for other problems
 */
public record ProblemDetails(int status, String type, String detail, Optional<String> limit) {

    private static final String LIMIT = "urn:ietf:params:jmap:error:limit";

    static final ProblemDetails READ_ONLY =
            plain(403, "The account is shared with you read-only. Upload into an account that you can change.");

    static final ProblemDetails BAD_TYPE =
            plain(400, "The parameter type is not a media type. Use one such as text/plain, or omit it.");

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
            plain(507, "The storage of the server is full. Contact its operator and try again later.");

    static final ProblemDetails NO_KEY = plain(
            503,
            "The encryption key of the blobs is missing on the server; no data is lost. Tell its operator, and try again later.");

    private static ProblemDetails plain(int status, String detail) {
        return new ProblemDetails(status, "about:blank", detail, Optional.empty());
    }

    static ProblemDetails tooLong(long most) {
        return new ProblemDetails(
                413, LIMIT, "An upload may be " + most + " bytes long at most.", Optional.of("maxSizeUpload"));
    }

    static ProblemDetails overQuota(String detail) {
        return new ProblemDetails(413, LIMIT, detail, Optional.of("overQuota"));
    }

    static ProblemDetails of(WriteLimit limit) {
        return new ProblemDetails(429, LIMIT, String.valueOf(limit.getMessage()), Optional.of(limit.key()));
    }

    static ProblemDetails tooMany(int most) {
        return new ProblemDetails(
                429,
                LIMIT,
                "You have " + most + " uploads in progress, which is the limit. Wait for one to end.",
                Optional.of("maxConcurrentUpload"));
    }

    static ProblemDetails beyond(long size) {
        return plain(416, "The range begins after the end of the blob, which has " + size + " bytes.");
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        members.put("status", status);
        members.put("detail", detail);
        limit.ifPresent(name -> members.put("limit", name));
        if (status == 429) {
            members.put("title", "Too many requests");
            members.put("reason", "rate-limited");
            members.put("error", "rate_limited");
        }
        return members;
    }
}
