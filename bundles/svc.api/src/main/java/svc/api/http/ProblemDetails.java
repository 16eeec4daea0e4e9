package svc.api.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The body of a problem response of type {@code application/problem+json} (RFC 7807, RFC 8620 §3.6.1).
 *
 * @param status the HTTP status
 * @param type the problem type: a URI, or a name such as {@code blobNotFound}
 * @param detail the problem and its remedy
 * @param limit the name of the exceeded limit; empty for other problems
 */
public record ProblemDetails(int status, String type, String detail, Optional<String> limit) {

    private static final int TOO_MANY_REQUESTS = 429;

    /** Returns a problem that is described by its status, without a type of its own (RFC 7807 §4.2). */
    public static ProblemDetails of(int status, String detail) {
        return new ProblemDetails(status, "about:blank", detail, Optional.empty());
    }

    /** Returns a problem about an exceeded limit of JMAP. */
    public static ProblemDetails exceeded(int status, String limit, String detail) {
        return new ProblemDetails(status, "urn:ietf:params:jmap:error:limit", detail, Optional.of(limit));
    }

    /** Returns the members of the JSON object. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        members.put("status", status);
        members.put("detail", detail);
        limit.ifPresent(name -> members.put("limit", name));
        if (status == TOO_MANY_REQUESTS) {
            members.put("title", "Too many requests");
            members.put("reason", "rate-limited");
            members.put("error", "rate_limited");
        }
        return members;
    }
}
