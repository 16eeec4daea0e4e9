package svc.api.jmap;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call fails, and nothing of it stays (RFC 8620 §3.6.2). One place turns it into JSON. */
public final class MethodError extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;
    private final transient Map<String, @Nullable Object> more;

    /**
     * Fails the call.
     *
     * @param type the type of the error on the wire
     * @param description one or two sentences for whoever writes the client; may be null
     * @param more further members of the error, plain values
     */
    public MethodError(String type, @Nullable String description, Map<String, @Nullable Object> more) {
        super(description, null, false, false);
        this.type = type;
        this.more = more;
    }

    /** Fails the call without further members. */
    public MethodError(String type, @Nullable String description) {
        this(type, description, Map.of());
    }

    /** An argument is missing, of the wrong type, or otherwise wrong; the sentence names it. */
    public static MethodError invalidArguments(String description) {
        return new MethodError("invalidArguments", description);
    }

    /** The type on the wire. */
    public String type() {
        return type;
    }

    /** The members of the error. */
    public Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("type", type);
        if (getMessage() != null) {
            members.put("description", getMessage());
        }
        members.putAll(more);
        return members;
    }
}
