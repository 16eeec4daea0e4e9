package svc.api.jmap;

import java.io.Serial;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One object of a {@code /set} is refused; the others are not touched by it (RFC 8620 §5.3). */
public final class SetError extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;
    private final transient Map<String, @Nullable Object> more;

    /**
     * Refuses.
     *
     * @param type the type of the error on the wire
     * @param description one or two sentences for whoever writes the client; may be null
     * @param more further members of the error, plain values
     */
    public SetError(String type, @Nullable String description, Map<String, @Nullable Object> more) {
        super(description, null, false, false);
        this.type = type;
        this.more = more;
    }

    /** Refuses without further members. */
    public SetError(String type, @Nullable String description) {
        this(type, description, Map.of());
    }

    /** Some properties are wrong; the sentence says why. */
    public static SetError invalidProperties(Collection<String> properties, String description) {
        return new SetError("invalidProperties", description, Map.of("properties", List.copyOf(properties)));
    }

    /** One property is wrong. */
    public static SetError invalidProperty(String property, String description) {
        return invalidProperties(List.of(property), description);
    }

    /** There is no such object. */
    public static SetError notFound() {
        return new SetError("notFound", null);
    }

    /** What is to be made would exceed a limit on the number or the size of all of its kind. */
    public static SetError overQuota(@Nullable String description) {
        return new SetError("overQuota", description);
    }

    /** The caller may not do this. */
    public static SetError forbidden(String description) {
        return new SetError("forbidden", description);
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
