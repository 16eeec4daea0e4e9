package svc.api.operation;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An operation was refused and nothing was changed. Thrown by an {@link AdminOperation}; one place turns it into
 * {@code problem+json}, one into a line for people.
 */
public final class OperationProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient List<FieldError> errors;

    /**
     * Refuses.
     *
     * @param reason the machine-readable reason
     * @param detail what is wrong and what to do, in one or two sentences, without any secret
     * @param errors what is wrong with which argument; may be empty
     */
    public OperationProblem(Reason reason, String detail, List<FieldError> errors) {
        super(detail);
        this.reason = reason;
        this.errors = List.copyOf(errors);
    }

    /** Refuses without naming single arguments. */
    public OperationProblem(Reason reason, String detail) {
        this(reason, detail, List.of());
    }

    /** The machine-readable reason. */
    public Reason reason() {
        return reason;
    }

    /** What is wrong and what to do. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** What is wrong with which argument. */
    public List<FieldError> errors() {
        return errors;
    }

    /** The members of the problem as JSON (RFC 9457), alike for every front. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "urn:svc:problem:" + reason.word());
        members.put("title", reason.title());
        members.put("status", reason.status());
        members.put("detail", detail());
        members.put("reason", reason.word());
        if (!errors.isEmpty()) {
            members.put("errors", errors.stream().map(FieldError::members).toList());
        }
        return members;
    }

    /**
     * What is wrong with one argument.
     *
     * @param field the argument, in snake_case
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

    /** Why an operation was refused, with the HTTP status that matches. */
    public enum Reason {
        /** No or a wrong admin token. */
        UNAUTHORIZED(401),
        /** The caller may not do this. */
        FORBIDDEN(403),
        /** The thing does not exist. */
        NOT_FOUND(404),
        /** The path exists, with other methods. */
        METHOD_NOT_ALLOWED(405),
        /** It contradicts what is there. */
        CONFLICT(409),
        /** An argument is wrong or missing. */
        INVALID(400),
        /** No such configuration key. */
        UNKNOWN_KEY(400),
        /** The configuration key cannot be overridden while running. */
        NOT_OVERRIDABLE(400),
        /** The bundle of that capability is not installed. */
        CAPABILITY_NOT_INSTALLED(404),
        /** Too often. */
        RATE_LIMITED(429),
        /** A defect of the server, logged with a correlation id. */
        INTERNAL(500);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /** The HTTP status. */
        public int status() {
            return status;
        }

        /** The word on the wire: lower case with hyphens. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The same for people: {@code Not found}. */
        public String title() {
            return name().charAt(0)
                    + name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
