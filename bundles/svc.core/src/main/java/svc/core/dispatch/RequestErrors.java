package svc.core.dispatch;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An error of a whole request, of which no call has run (RFC 8620 §3.6.1). */
public final class RequestErrors extends RuntimeException {

    private static final String PREFIX = "urn:ietf:params:jmap:error:";
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY = 429;

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;
    private final int status;
    private final transient Optional<String> limit;

    private RequestErrors(String type, int status, String detail, Optional<String> limit) {
        super(detail, null, false, false);
        this.type = type;
        this.status = status;
        this.limit = limit;
    }

    public static RequestErrors notJson(String detail) {
        return new RequestErrors("notJSON", BAD_REQUEST, detail, Optional.empty());
    }

    static RequestErrors notRequest(String detail) {
        return new RequestErrors("notRequest", BAD_REQUEST, detail, Optional.empty());
    }

    public static RequestErrors unknownCapability(String detail) {
        return new RequestErrors("unknownCapability", BAD_REQUEST, detail, Optional.empty());
    }

    /** Returns an error for a limit on the request itself. */
    public static RequestErrors limit(String name, String detail) {
        return new RequestErrors("limit", BAD_REQUEST, detail, Optional.of(name));
    }

    public static RequestErrors tooLong(int most) {
        return limit("maxSizeRequest", "A request may be " + most + " bytes long at most.");
    }

    /** Returns an error for a limit on concurrency. */
    public static RequestErrors busy(String name, String detail) {
        return new RequestErrors("limit", TOO_MANY, detail, Optional.of(name));
    }

    public int status() {
        return status;
    }

    public Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("type", PREFIX + type);
        members.put("status", status);
        members.put("detail", getMessage());
        limit.ifPresent(name -> members.put("limit", name));
        if (status == TOO_MANY) {
            members.put("title", "Too many requests");
            members.put("reason", "rate-limited");
            members.put("error", "rate_limited");
        }
        return members;
    }
}
