package svc.admin.operations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Target;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Operations.Parameter;
import svc.api.store.ObjectId;

/**
 * Builds the audit entry of one run of an operation. Secret arguments are omitted. Arguments that may contain a secret
 * are reduced: a map to its keys and boolean values, a list of records to its length.
 *
 * @param declaration the operation
 * @param arguments the given arguments
 * @param actor the caller
 */
record AuditEventBuilder(Declaration declaration, Map<String, Object> arguments, Actor actor) {

    private static final char TENANT = 't';
    private static final List<String> TENANT_MEMBERS = List.of("tenant_id", "tenant");

    /** Returns the entry that is written in the transaction of the change. */
    AuditEvent done(String organization, String id) {
        return act(AuditEvent.Outcome.DONE, Optional.of(target(id)), number(Optional.of(organization)), details());
    }

    AuditEvent ended(Outcome outcome) {
        Map<?, ?> result = outcome.value() instanceof Map<?, ?> map ? map : Map.of();
        Optional<Target> named = text(result.get("id")).map(this::target);
        Optional<Target> target = named.or(this::given);
        boolean done = outcome.exitCode() == 0;
        return act(
                done ? AuditEvent.Outcome.DONE : AuditEvent.Outcome.REFUSED,
                target,
                organization(target, result),
                details());
    }

    /**
     * Returns the entry of a rejected run. Invalid arguments are omitted, because the caller may have put a secret into
     * the wrong argument.
     */
    AuditEvent refused(OperationException problem) {
        boolean failed = problem.reason() == Reason.INTERNAL;
        Optional<Target> target = problem.reason() == Reason.INVALID ? Optional.empty() : given();
        return act(
                failed ? AuditEvent.Outcome.FAILED : AuditEvent.Outcome.REFUSED,
                target,
                organization(target, Map.of()),
                Map.of("reason", problem.reason().wireName()));
    }

    private AuditEvent act(
            AuditEvent.Outcome outcome, Optional<Target> target, long organization, Map<String, String> details) {
        String action =
                declaration.verb().isEmpty() ? declaration.noun() : declaration.noun() + "." + declaration.verb();
        return new AuditEvent(actor, action, organization, target, outcome, details);
    }

    private Target target(String id) {
        return new Target(declaration.noun(), id);
    }

    /** Returns the target: the value of the first positional text argument. */
    private Optional<Target> given() {
        return declaration.parameters().stream()
                .filter(p -> p.positional() && !p.secret() && (p.kind() == Kind.TEXT || p.kind() == Kind.FILE))
                .findFirst()
                .flatMap(p -> text(arguments.get(p.name())))
                .map(this::target);
    }

    private long organization(Optional<Target> target, Map<?, ?> result) {
        Optional<String> tenant = declaration.noun().equals("tenant")
                ? target.map(Target::id)
                : TENANT_MEMBERS.stream()
                        .map(name -> result.containsKey(name) ? result.get(name) : arguments.get(name))
                        .filter(Objects::nonNull)
                        .map(String::valueOf)
                        .findFirst();
        return number(tenant);
    }

    private static long number(Optional<String> tenant) {
        return tenant.map(id -> ObjectId.parse(TENANT, id))
                .orElseGet(OptionalLong::empty)
                .orElse(AuditEvent.INSTANCE);
    }

    private Map<String, String> details() {
        Map<String, String> details = new LinkedHashMap<>();
        for (Parameter parameter : declaration.parameters()) {
            Object value = arguments.get(parameter.name());
            if (value != null && !parameter.secret()) {
                details.put(parameter.name(), detail(parameter.kind(), value));
            }
        }
        return details;
    }

    private static String detail(Kind kind, Object value) {
        return switch (kind) {
            case TEXT, NUMBER, BOOLEAN, FILE -> String.valueOf(value);
            case LIST ->
                value instanceof List<?> list
                        ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        : String.valueOf(value);
            case MAP, VALUES -> value instanceof Map<?, ?> map ? keys(map) : "(set)";
            case RECORDS -> value instanceof List<?> list ? list.size() + " records" : "records";
        };
    }

    private static String keys(Map<?, ?> map) {
        return map.entrySet().stream()
                .map(e -> e.getValue() instanceof Boolean on ? e.getKey() + "=" + on : String.valueOf(e.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
