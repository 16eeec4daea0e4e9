package svc.blobs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is answered to a request that gets nothing, as {@code application/problem+json}.
 *
 * @param status the HTTP status
 * @param type a URI or the bare word
 * @param detail what is wrong and what to do
 * @param limit the name of the limit that was met
 */
record Trouble(int status, String type, String detail, Optional<String> limit) {

    private static final String LIMIT = "urn:ietf:params:jmap:error:limit";

    static final Trouble READ_ONLY =
            plain(403, "The account is shared with you to look at only. Upload into an account that you may change.");

    static final Trouble BAD_TYPE =
            plain(400, "The parameter type is not a media type. Ask with one such as text/plain, or without.");

    static final Trouble BLOB_NOT_FOUND = new Trouble(
            404,
            "blobNotFound",
            "The account has no such blob, and nothing was lost. Load the object anew that names it.",
            Optional.empty());

    static final Trouble BLOB_MISSING = new Trouble(
            500,
            "blobMissing",
            "The blob is known, but its bytes are missing or damaged. Tell the operator of the server, who finds it in the log.",
            Optional.empty());

    static final Trouble MISMATCH = new Trouble(
            500,
            "partDerivationMismatch",
            "What the blob should be a part of was read, and none of its parts is it. Tell the operator of the server.",
            Optional.empty());

    /** Nobody is told to try again by himself (RFC 4918 §11.5). */
    static final Trouble NO_ROOM = plain(
            507,
            "The server has no room left to keep what you send. Tell its operator, and send it again when there is.");

    private static Trouble plain(int status, String detail) {
        return new Trouble(status, "about:blank", detail, Optional.empty());
    }

    static Trouble tooLong(long most) {
        return new Trouble(
                413,
                LIMIT,
                "An upload may be " + most + " bytes long at most. Send something shorter.",
                Optional.of("maxSizeUpload"));
    }

    static Trouble overQuota(String detail) {
        return new Trouble(413, LIMIT, detail, Optional.of("overQuota"));
    }

    static Trouble tooMany(int most) {
        return new Trouble(
                429,
                LIMIT,
                "You have " + most + " uploads under way, and more are not taken at once. Wait for one to end.",
                Optional.of("maxConcurrentUpload"));
    }

    static Trouble beyond(long size) {
        return plain(416, "The range begins after the end of the blob, which has " + size + " bytes. Ask for less.");
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        members.put("status", status);
        members.put("detail", detail);
        limit.ifPresent(name -> members.put("limit", name));
        return members;
    }
}
