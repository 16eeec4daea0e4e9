package svc.api.operation;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Thrown by the method of an {@link Operation} if it rejects the run; nothing was changed. The server converts it to
 * {@code problem+json} for REST and to a line of text for the command line.
 */
public final class OperationException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient List<FieldError> errors;

    /**
     * Creates the exception.
     *
     * @param reason the machine-readable reason
     * @param detail one or two sentences that describe the problem and the remedy, without secrets
     * @param errors the problems of single arguments; can be empty
     */
    public OperationException(Reason reason, String detail, List<FieldError> errors) {
        super(detail);
        this.reason = reason;
        this.errors = List.copyOf(errors);
    }

    /** Creates the exception without problems of single arguments. */
    public OperationException(Reason reason, String detail) {
        this(reason, detail, List.of());
    }

    /** Returns the machine-readable reason. */
    public Reason reason() {
        return reason;
    }

    /** Returns the description of the problem and the remedy. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** Returns the problems of single arguments. */
    public List<FieldError> errors() {
        return errors;
    }

    /** Returns the members of the problem as JSON (RFC 9457), the same on each interface. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "urn:svc:problem:" + reason.wireName());
        members.put("title", reason.title());
        members.put("status", reason.status());
        members.put("detail", detail());
        members.put("reason", reason.wireName());
        if (!errors.isEmpty()) {
            members.put("errors", errors.stream().map(FieldError::members).toList());
        }
        return members;
    }

    /**
     * A problem of one argument.
     *
     * @param field the argument in snake_case
     * @param reason a short sentence
     */
    public record FieldError(String field, String reason) {
        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("field", field);
            members.put("reason", reason);
            return members;
        }
    }

    /** The reason of a rejection, with the matching HTTP status. */
    public enum Reason {
        /** The admin token is missing or wrong. */
        UNAUTHORIZED(401),
        /** The actor has no permission for the operation. */
        FORBIDDEN(403),
        /** The object does not exist. */
        NOT_FOUND(404),
        /** The path exists, but not for this method. */
        METHOD_NOT_ALLOWED(405),
        /** The operation conflicts with existing data. */
        CONFLICT(409),
        /** An argument is wrong or missing. */
        INVALID(400),
        /** The configuration key does not exist. */
        UNKNOWN_KEY(400),
        /** The configuration key cannot be changed at run time. */
        NOT_OVERRIDABLE(400),
        /** The bundle of the capability is not installed. */
        CAPABILITY_NOT_INSTALLED(404),
        /** The client exceeded a rate limit. */
        RATE_LIMITED(429),
        /** An internal error, logged with a correlation id. */
        INTERNAL(500);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /** Returns the HTTP status. */
        public int status() {
            return status;
        }

        /** Returns the name in JSON: lower case with hyphens. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns the name for people: {@code Not found}. */
        public String title() {
            return name().charAt(0)
                    + name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
