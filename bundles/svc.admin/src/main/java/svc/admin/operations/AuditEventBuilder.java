package svc.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.audit.Act;
import svc.api.audit.Act.Target;
import svc.api.audit.Actor;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Operations.Parameter;
import svc.api.store.ObjectId;

/**
 * What a run of an operation leaves in the audit. The arguments are told as they are, but for those that are secret and for
 * what may hide one: of a map its keys and what is true or false, of records their number.
 *
 * @param declaration the operation
 * @param arguments what it was given
 * @param actor who ran it
 */
record Trail(Declaration declaration, Map<String, Object> arguments, Actor actor) {

    private static final char TENANT = 't';
    private static final List<String> TENANT_MEMBERS = List.of("tenant_id", "tenant");

    /** It is done with the transaction in which this entry is left. */
    Act done(String organization, String id) {
        return act(Act.Outcome.DONE, Optional.of(target(id)), number(Optional.of(organization)), details());
    }

    Act ended(Outcome outcome) {
        Map<?, ?> result = outcome.value() instanceof Map<?, ?> map ? map : Map.of();
        Optional<Target> named = text(result.get("id")).map(this::target);
        Optional<Target> target = named.or(this::given);
        boolean done = outcome.exit() == 0;
        return act(done ? Act.Outcome.DONE : Act.Outcome.REFUSED, target, organization(target, result), details());
    }

    /** What was refused as miswritten is not repeated: who mistook one argument for another may have sent a secret. */
    Act refused(OperationProblem problem) {
        boolean failed = problem.reason() == Reason.INTERNAL;
        Optional<Target> target = problem.reason() == Reason.INVALID ? Optional.empty() : given();
        return act(
                failed ? Act.Outcome.FAILED : Act.Outcome.REFUSED,
                target,
                organization(target, Map.of()),
                Map.of("reason", problem.reason().word()));
    }

    private Act act(Act.Outcome outcome, Optional<Target> target, long organization, Map<String, String> details) {
        String action =
                declaration.verb().isEmpty() ? declaration.noun() : declaration.noun() + "." + declaration.verb();
        return new Act(actor, action, organization, target, outcome, details);
    }

    private Target target(String id) {
        return new Target(declaration.noun(), id);
    }

    /** The first plain word says which one. */
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
        return tenant.map(id -> ObjectId.number(TENANT, id))
                .orElseGet(OptionalLong::empty)
                .orElse(Act.INSTANCE);
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
            case TEXT, NUMBER, TRUTH, FILE -> String.valueOf(value);
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
