package svc.api.jmap;

import java.io.Serial;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An error of one object in a {@code /set}; the other objects are not affected (RFC 8620 §5.3). */
public final class SetError extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final String INVALID_PROPERTIES = "invalidProperties";
    private static final String PROPERTIES = "properties";

    private final String type;
    private final transient Map<String, @Nullable Object> more;

    /**
     * Creates the error.
     *
     * @param type the error type in the response
     * @param description one or two sentences for the developer of the client; may be null
     * @param more further members of the error: plain values
     */
    public SetError(String type, @Nullable String description, Map<String, @Nullable Object> more) {
        super(description, null, false, false);
        this.type = type;
        this.more = more;
    }

    /** Creates an error without further members. */
    public SetError(String type, @Nullable String description) {
        this(type, description, Map.of());
    }

    /** Returns an {@code invalidProperties} error that names several properties. The description gives the reason. */
    public static SetError invalidProperties(Collection<String> properties, String description) {
        return new SetError(INVALID_PROPERTIES, description, Map.of(PROPERTIES, List.copyOf(properties)));
    }

    /** Returns an {@code invalidProperties} error that names one property. */
    public static SetError invalidProperty(String property, String description) {
        return invalidProperties(List.of(property), description);
    }

    /** Returns a {@code notFound} error. */
    public static SetError notFound() {
        return new SetError("notFound", null);
    }

    /** Returns an {@code overQuota} error: the change would exceed a limit on the number or total size of objects. */
    public static SetError overQuota(@Nullable String description) {
        return new SetError("overQuota", description);
    }

    /** Returns a {@code forbidden} error: the caller has no permission for the change. */
    public static SetError forbidden(String description) {
        return new SetError("forbidden", description);
    }

    /** Returns the error type in the response. */
    public String type() {
        return type;
    }

    /** Returns the names of the properties of an {@code invalidProperties} error; empty for another error. */
    public List<String> invalidProperties() {
        return type.equals(INVALID_PROPERTIES) && more.get(PROPERTIES) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
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
