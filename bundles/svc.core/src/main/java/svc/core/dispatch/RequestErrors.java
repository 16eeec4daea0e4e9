package svc.core;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request is refused as a whole, and no call of it has run (RFC 8620 §3.6.1). */
final class RequestProblem extends RuntimeException {

    private static final String PREFIX = "urn:ietf:params:jmap:error:";
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY = 429;

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;
    private final int status;
    private final transient Optional<String> limit;

    private RequestProblem(String type, int status, String detail, Optional<String> limit) {
        super(detail, null, false, false);
        this.type = type;
        this.status = status;
        this.limit = limit;
    }

    static RequestProblem notJson(String detail) {
        return new RequestProblem("notJSON", BAD_REQUEST, detail, Optional.empty());
    }

    static RequestProblem notRequest(String detail) {
        return new RequestProblem("notRequest", BAD_REQUEST, detail, Optional.empty());
    }

    static RequestProblem unknownCapability(String detail) {
        return new RequestProblem("unknownCapability", BAD_REQUEST, detail, Optional.empty());
    }

    /** A limit of the request itself. */
    static RequestProblem limit(String name, String detail) {
        return new RequestProblem("limit", BAD_REQUEST, detail, Optional.of(name));
    }

    static RequestProblem tooLong(int most) {
        return limit("maxSizeRequest", "A request may be " + most + " bytes long at most.");
    }

    /** A limit of how much may go on at once. */
    static RequestProblem busy(String name, String detail) {
        return new RequestProblem("limit", TOO_MANY, detail, Optional.of(name));
    }

    int status() {
        return status;
    }

    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("type", PREFIX + type);
        members.put("status", status);
        members.put("detail", getMessage());
        limit.ifPresent(name -> members.put("limit", name));
        return members;
    }
}
