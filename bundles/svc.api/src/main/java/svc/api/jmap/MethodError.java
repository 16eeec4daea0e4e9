package svc.api.jmap;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error of a whole method call; the call changes nothing (RFC 8620 §3.6.2). The dispatcher writes the error as JSON.
 */
public final class MethodError extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;
    private final transient Map<String, @Nullable Object> more;

    /**
     * Creates the error.
     *
     * @param type the error type in the response
     * @param description one or two sentences for the developer of the client; may be null
     * @param more further members of the error: plain values
     */
    public MethodError(String type, @Nullable String description, Map<String, @Nullable Object> more) {
        super(description, null, false, false);
        this.type = type;
        this.more = more;
    }

    /** Creates an error without further members. */
    public MethodError(String type, @Nullable String description) {
        this(type, description, Map.of());
    }

    /**
     * Returns an {@code invalidArguments} error: an argument is missing, of the wrong type, or invalid. The description
     * names the argument.
     */
    public static MethodError invalidArguments(String description) {
        return new MethodError("invalidArguments", description);
    }

    /** Returns the error type in the response. */
    public String type() {
        return type;
    }

    /** Returns the members of the error object. */
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
